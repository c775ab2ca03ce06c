import { Migration } from '@mikro-orm/migrations';

/** Runs of strategies with their results, and how far active strategies are simulated on each stock. */
export class Backtests extends Migration {
  override up(): void {
    this.addSql(
      `create table "sweep" ("id" uuid not null, "user_id" uuid not null, "strategy_id" uuid not null, "task_id" uuid null, "rules" jsonb not null, "settings" jsonb not null, "ranges" jsonb not null, "out_of_sample_percent" double precision not null, "split_date" date null, "rows" jsonb null, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "sweep_user_id_index" on "sweep" ("user_id");`);
    this.addSql(`create index "sweep_task_id_index" on "sweep" ("task_id");`);
    this.addSql(
      `create index "sweep_strategy_id_created_at_index" on "sweep" ("strategy_id", "created_at");`,
    );
    this.addSql(
      `create table "strategy_state" ("strategy_id" uuid not null, "stock_id" int not null, "armed_from" date not null, "evaluated_to" date not null, "bars_revision" int not null, "problem" text null, primary key ("strategy_id", "stock_id"));`,
    );
    this.addSql(`create index "strategy_state_stock_id_index" on "strategy_state" ("stock_id");`);
    this.addSql(
      `create table "backtest" ("id" uuid not null, "user_id" uuid not null, "strategy_id" uuid not null, "task_id" uuid null, "rules" jsonb not null, "settings" jsonb not null, "summary" jsonb null, "skipped" jsonb null, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "backtest_user_id_index" on "backtest" ("user_id");`);
    this.addSql(`create index "backtest_task_id_index" on "backtest" ("task_id");`);
    this.addSql(
      `create index "backtest_strategy_id_created_at_index" on "backtest" ("strategy_id", "created_at");`,
    );
    this.addSql(
      `create table "backtest_result" ("backtest_id" uuid not null, "position" int not null, "symbol" text not null, "stock_id" int null, "bars_revision" int not null, "start_date" date not null, "end_date" date not null, "statistics" jsonb not null, "dropped_orders" int not null, "pending" text null, "warnings" text[] not null, "trade_count" int not null, "days" bytea not null, "equity" bytea not null, "buy_and_hold" bytea not null, "trades" bytea not null, primary key ("backtest_id", "position"));`,
    );
    this.addSql(`create index "backtest_result_stock_id_index" on "backtest_result" ("stock_id");`);
    this.addSql(
      `alter table "sweep" add constraint "sweep_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "sweep" add constraint "sweep_strategy_id_foreign" foreign key ("strategy_id") references "strategy" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "sweep" add constraint "sweep_task_id_foreign" foreign key ("task_id") references "task" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "strategy_state" add constraint "strategy_state_strategy_id_foreign" foreign key ("strategy_id") references "strategy" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "strategy_state" add constraint "strategy_state_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "backtest" add constraint "backtest_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "backtest" add constraint "backtest_strategy_id_foreign" foreign key ("strategy_id") references "strategy" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "backtest" add constraint "backtest_task_id_foreign" foreign key ("task_id") references "task" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "backtest_result" add constraint "backtest_result_backtest_id_foreign" foreign key ("backtest_id") references "backtest" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "backtest_result" add constraint "backtest_result_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "backtest_result" add constraint "backtest_result_pending_check" check ("pending" in ('entry', 'exit'));`,
    );
  }
}
