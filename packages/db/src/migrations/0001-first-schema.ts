import { Migration } from '@mikro-orm/migrations';

/** Users and sign-ins, stocks and their bars, watch lists, indicators, tasks, strategies, portfolios. */
export class FirstSchema extends Migration {
  override up(): void {
    this.addSql(
      `create table "stock" ("id" serial primary key, "symbol" text not null, "name" text not null, "isin" text null, "exchange" text null, "sector" text null, "industry" text null, "currency" text null, "type" text null, "timezone" text null, "is_active" boolean not null, "data_source" text null, "data_start_date" date null, "data_end_date" date null, "bar_count" int not null default 0, "last_close" double precision null, "previous_close" double precision null, "left_out_bars" int not null default 0, "bars_revision" int not null default 0, "last_fetched_at" timestamptz null, "last_error" text null, "created_at" timestamptz not null);`,
    );
    this.addSql(`alter table "stock" add constraint "stock_symbol_unique" unique ("symbol");`);
    this.addSql(`create index "stock_isin_index" on "stock" ("isin");`);

    this.addSql(
      `create table "price_bar" ("stock_id" int not null, "date" date not null, "open" double precision not null, "high" double precision not null, "low" double precision not null, "close" double precision not null, "volume" double precision not null, primary key ("stock_id", "date"));`,
    );

    this.addSql(
      `create table "user_account" ("id" uuid not null, "email" text not null, "email_key" text not null, "username" text not null, "username_key" text not null, "first_name" text null, "last_name" text null, "password_hash" text not null, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "user_account" add constraint "user_account_email_key_unique" unique ("email_key");`,
    );
    this.addSql(
      `alter table "user_account" add constraint "user_account_username_key_unique" unique ("username_key");`,
    );

    this.addSql(
      `create table "task" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "subject" text not null, "payload" jsonb not null, "status" text not null default 'PENDING', "message" text not null, "current" int null, "total" int null, "result" jsonb null, "created_at" timestamptz not null, "started_at" timestamptz null, "finished_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "task_finished_at_index" on "task" ("finished_at");`);
    this.addSql(
      `create unique index task_under_way_once on task (user_id, kind, subject) where status in ('PENDING', 'PROGRESS');`,
    );

    this.addSql(
      `create table "strategy" ("id" uuid not null, "user_id" uuid not null, "name" text not null, "description" text null, "rules" jsonb not null, "is_active" boolean not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "strategy_user_id_created_at_index" on "strategy" ("user_id", "created_at");`);

    this.addSql(
      `create table "sign_in" ("id" uuid not null, "user_id" uuid not null, "refresh_digest" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "sign_in_user_id_index" on "sign_in" ("user_id");`);
    this.addSql(
      `alter table "sign_in" add constraint "sign_in_refresh_digest_unique" unique ("refresh_digest");`,
    );
    this.addSql(`create index "sign_in_expires_at_index" on "sign_in" ("expires_at");`);

    this.addSql(
      `create table "session" ("digest" text not null, "user_id" uuid not null, "sign_in_id" uuid not null, "expires_at" timestamptz not null, primary key ("digest"));`,
    );
    this.addSql(`create index "session_user_id_index" on "session" ("user_id");`);
    this.addSql(`create index "session_sign_in_id_index" on "session" ("sign_in_id");`);
    this.addSql(`create index "session_expires_at_index" on "session" ("expires_at");`);

    this.addSql(
      `create table "portfolio" ("id" uuid not null, "user_id" uuid not null, "name" text not null, "description" text null, "currency" text not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "portfolio_user_id_created_at_index" on "portfolio" ("user_id", "created_at");`,
    );

    this.addSql(
      `create table "calculated_indicator" ("id" uuid not null, "user_id" uuid not null, "stock_id" int not null, "indicator_function" text not null, "indicator_name" text not null, "parameters" jsonb not null, "outputs" text[] not null, "values" bytea not null, "data_start_date" date null, "data_end_date" date null, "calculated_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "calculated_indicator_stock_id_index" on "calculated_indicator" ("stock_id");`);
    this.addSql(
      `alter table "calculated_indicator" add constraint "calculated_indicator_once" unique ("user_id", "stock_id", "indicator_function", "indicator_name", "parameters");`,
    );

    this.addSql(
      `create table "user_stock" ("user_id" uuid not null, "stock_id" int not null, "added_at" timestamptz not null, "is_favorite" boolean not null default false, "notes" text null, "notify_on_signals" boolean not null default false, primary key ("user_id", "stock_id"));`,
    );
    this.addSql(`create index "user_stock_stock_id_index" on "user_stock" ("stock_id");`);

    this.addSql(
      `create table "worker_heartbeat" ("worker_id" text not null, "beat_at" timestamptz not null, primary key ("worker_id"));`,
    );
    this.addSql(`create index "worker_heartbeat_beat_at_index" on "worker_heartbeat" ("beat_at");`);

    this.addSql(
      `alter table "stock" add constraint "stock_data_source_check" check ("data_source" in ('yahoo', 'csv', 'simulated'));`,
    );

    this.addSql(
      `alter table "price_bar" add constraint "price_bar_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "task" add constraint "task_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "task" add constraint "task_status_check" check ("status" in ('PENDING', 'PROGRESS', 'SUCCESS', 'FAILURE'));`,
    );

    this.addSql(
      `alter table "strategy" add constraint "strategy_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "sign_in" add constraint "sign_in_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "session" add constraint "session_sign_in_id_foreign" foreign key ("sign_in_id") references "sign_in" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "portfolio" add constraint "portfolio_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "calculated_indicator" add constraint "calculated_indicator_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "calculated_indicator" add constraint "calculated_indicator_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "user_stock" add constraint "user_stock_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "user_stock" add constraint "user_stock_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on update cascade on delete cascade;`,
    );
  }
}
