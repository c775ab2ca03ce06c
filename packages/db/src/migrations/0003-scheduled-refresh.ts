import { Migration } from '@mikro-orm/migrations';

/** Due time of a stock's next refresh, and provider state shared by all processes. */
export class ScheduledRefresh extends Migration {
  override up(): void {
    this.addSql(`alter table "stock" add column "refresh_due_at" timestamptz not null default now();`);
    this.addSql(`create index "stock_refresh_due_at_index" on "stock" ("refresh_due_at");`);
    this.addSql(
      `create table "provider_state" ("provider" text not null, "cool_down_until" timestamptz null, "cool_down_s" int null, "cool_down_reason" text null, "status" text not null default 'healthy', "status_until" timestamptz null, primary key ("provider"));`,
    );
    this.addSql(
      `alter table "provider_state" add constraint "provider_state_status_check" check ("status" in ('healthy', 'rate_limited', 'unavailable'));`,
    );
  }
}
