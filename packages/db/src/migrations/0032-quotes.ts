import { Migration } from '@mikro-orm/migrations';

/** Prices during the session, and levels that are checked by them. */
export class Quotes extends Migration {
  override up(): void {
    this.addSql(`create sequence "stock_quote_revision";`);
    this.addSql(
      `create unlogged table "stock_quote" ("stock_id" int not null, "source" text null, "source_name" text null, "currency" text null, "price" double precision null, "time" timestamptz null, "previous_close" double precision null, "open" double precision null, "high" double precision null, "low" double precision null, "volume" double precision null, "session_date" date null, "market_state" text null, "extended_kind" text null, "extended_price" double precision null, "extended_time" timestamptz null, "delay_minutes" int null, "delay_from" text null, "is_rebased" boolean not null default false, "fetched_at" timestamptz null, "revision" bigint null, "problem" text null, "refreshed_for" date null, "wanted_until" timestamptz null, "due_at" timestamptz null, "claimed_until" timestamptz null, "failures" int not null default 0, primary key ("stock_id")) with (fillfactor = 50);`,
    );
    this.addSql(`create index "stock_quote_due_at_index" on "stock_quote" ("due_at");`);
    this.addSql(
      `create table "session_check" ("rule_id" uuid not null, "session_date" date not null, "price" double precision not null, "high" double precision null, "low" double precision null, "source" text not null, "checked_at" timestamptz not null, primary key ("rule_id"));`,
    );
    this.addSql(
      `alter table "provider_state" add "window_start" timestamptz null, add "window_calls" int not null default 0;`,
    );
    this.addSql(`alter table "signal_rule" add "session_level" double precision null;`);
    this.addSql(
      `create index signal_rule_session_index on signal_rule (stock_id) where session_level is not null;`,
    );
    this.addSql(
      `alter table "signal" add "price_time" timestamptz null, add "delay_minutes" int null, add "level" double precision null, add "is_confirmed" boolean null;`,
    );
    this.addSql(
      `alter table "stock_quote" add constraint "stock_quote_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "stock_quote" add constraint "stock_quote_source_check" check ("source" in ('yahoo', 'tiingo', 'eodhd', 'simulated'));`,
    );
    this.addSql(
      `alter table "stock_quote" add constraint "stock_quote_market_state_check" check ("market_state" in ('open', 'pre', 'post', 'closed'));`,
    );
    this.addSql(
      `alter table "stock_quote" add constraint "stock_quote_extended_kind_check" check ("extended_kind" in ('pre', 'post'));`,
    );
    this.addSql(
      `alter table "stock_quote" add constraint "stock_quote_delay_from_check" check ("delay_from" in ('source', 'measured'));`,
    );
    this.addSql(
      `alter table "session_check" add constraint "session_check_rule_id_foreign" foreign key ("rule_id") references "signal_rule" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "session_check" add constraint "session_check_source_check" check ("source" in ('yahoo', 'tiingo', 'eodhd', 'simulated'));`,
    );
  }
}
