import { Migration } from '@mikro-orm/migrations';

/**
 * Drawings on the charts of stocks, statistics of the stocks of a backtest as one account, the last day of a signal
 * rule, and the rules that a notice names.
 */
export class DrawingsAndCombined extends Migration {
  override up(): void {
    this.addSql(
      `create table "drawing_set" ("user_id" uuid not null, "stock_id" int not null, "drawings" jsonb not null, "updated_at" timestamptz not null, primary key ("user_id", "stock_id"));`,
    );
    this.addSql(`alter table "signal" add column "rules" jsonb not null default '[]';`);
    this.addSql(`alter table "signal_rule" add column "expires_on" date null;`);
    this.addSql(`alter table "backtest" add column "combined" jsonb null;`);
    this.addSql(`create index "drawing_set_stock_id_index" on "drawing_set" ("stock_id");`);
    this.addSql(
      `alter table "drawing_set" add constraint "drawing_set_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "drawing_set" add constraint "drawing_set_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on update cascade on delete cascade;`,
    );
  }
}
