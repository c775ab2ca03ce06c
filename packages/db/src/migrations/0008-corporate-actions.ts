import { Migration } from '@mikro-orm/migrations';

/** Splits and dividends of stocks, the days without a bar, and when a stock's whole history was last read. */
export class CorporateActions extends Migration {
  override up(): void {
    this.addSql(
      `create table "stock_split" ("stock_id" int not null, "ex_date" date not null, "numerator" double precision not null, "denominator" double precision not null, primary key ("stock_id", "ex_date"));`,
    );
    this.addSql(
      `create table "stock_dividend" ("stock_id" int not null, "ex_date" date not null, "amount" double precision not null, "currency" text null, primary key ("stock_id", "ex_date"));`,
    );
    this.addSql(
      `alter table "stock_split" add constraint "stock_split_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "stock_dividend" add constraint "stock_dividend_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "stock" add column "missing_bars" jsonb not null default '[]', add column "fully_read_at" timestamptz null;`,
    );
  }
}
