import { Migration } from '@mikro-orm/migrations';

/** The entries of watch lists that example portfolios made, so that these alone are removed with them. */
export class ExampleEntries extends Migration {
  override up(): void {
    this.addSql(
      `create table "example_entry" ("portfolio_id" uuid not null, "user_id" uuid not null, "stock_id" int not null, primary key ("portfolio_id", "user_id", "stock_id"));`,
    );
    this.addSql(
      `create index "example_entry_user_id_stock_id_index" on "example_entry" ("user_id", "stock_id");`,
    );
    this.addSql(
      `alter table "example_entry" add constraint "example_entry_portfolio_id_foreign" foreign key ("portfolio_id") references "portfolio" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "example_entry" add constraint "example_entry_user_id_stock_id_foreign" foreign key ("user_id", "stock_id") references "user_stock" ("user_id", "stock_id") on update cascade on delete cascade;`,
    );
  }
}
