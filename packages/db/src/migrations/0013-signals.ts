import { Migration } from '@mikro-orm/migrations';

/** Rules that give signals, how far each is evaluated on each stock, and the inbox. */
export class Signals extends Migration {
  override up(): void {
    this.addSql(
      `create table "signal_rule" ("id" uuid not null, "user_id" uuid not null, "name" text null, "condition" text not null, "scope" text not null, "stock_id" int null, "trigger" text not null, "quiet_bars" int not null, "is_active" boolean not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "signal_rule_stock_id_index" on "signal_rule" ("stock_id");`);
    this.addSql(
      `create index "signal_rule_user_id_created_at_index" on "signal_rule" ("user_id", "created_at");`,
    );
    this.addSql(
      `create unique index signal_rule_once on signal_rule (user_id, condition, scope, coalesce(stock_id, 0), trigger);`,
    );
    this.addSql(
      `create table "signal_state" ("rule_id" uuid not null, "stock_id" int not null, "armed_from" date not null, "evaluated_to" date not null, "bars_revision" int not null, "last_signal_date" date null, "problem" text null, primary key ("rule_id", "stock_id"));`,
    );
    this.addSql(`create index "signal_state_stock_id_index" on "signal_state" ("stock_id");`);
    this.addSql(
      `create table "signal" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "rule_id" uuid null, "strategy_id" uuid null, "side" text null, "stock_id" int null, "symbol" text null, "bar_date" date not null, "close" double precision null, "currency" text null, "values" jsonb not null, "sentence" text not null, "data_source" text null, "is_read" boolean not null default false, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "signal_stock_id_index" on "signal" ("stock_id");`);
    this.addSql(
      `create index signal_inbox_index on signal (user_id, bar_date desc, created_at desc, id desc);`,
    );
    this.addSql(
      `create unique index signal_of_rule_once on signal (rule_id, stock_id, bar_date) where kind = 'signal';`,
    );
    this.addSql(
      `create unique index signal_of_strategy_once on signal (strategy_id, stock_id, bar_date, side) where kind = 'signal';`,
    );
    this.addSql(
      `alter table "signal_rule" add constraint "signal_rule_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "signal_rule" add constraint "signal_rule_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "signal_rule" add constraint "signal_rule_scope_check" check ("scope" in ('stock', 'favorites', 'watch_list'));`,
    );
    this.addSql(
      `alter table "signal_rule" add constraint "signal_rule_trigger_check" check ("trigger" in ('becomes_true', 'every_bar', 'once'));`,
    );
    this.addSql(
      `alter table "signal_state" add constraint "signal_state_rule_id_foreign" foreign key ("rule_id") references "signal_rule" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "signal_state" add constraint "signal_state_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "signal" add constraint "signal_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "signal" add constraint "signal_rule_id_foreign" foreign key ("rule_id") references "signal_rule" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "signal" add constraint "signal_strategy_id_foreign" foreign key ("strategy_id") references "strategy" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "signal" add constraint "signal_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "signal" add constraint "signal_kind_check" check ("kind" in ('signal', 'notice'));`,
    );
    this.addSql(
      `alter table "signal" add constraint "signal_side_check" check ("side" in ('entry', 'exit'));`,
    );
  }
}
