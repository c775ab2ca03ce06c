import { Migration } from '@mikro-orm/migrations';

/** The channels through which signals leave, and the outbox of their messages. */
export class Notifications extends Migration {
  override up(): void {
    this.addSql(
      `create table "notification_channel" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "name" text not null, "target" text not null, "secret" bytea null, "is_active" boolean not null, "confirmed_at" timestamptz null, "confirmation_digest" text null, "confirmation_expires_at" timestamptz null, "last_ok_at" timestamptz null, "last_error" text null, "failing_since" timestamptz null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "notification_channel_user_id_created_at_index" on "notification_channel" ("user_id", "created_at");`,
    );
    this.addSql(
      `alter table "notification_channel" add constraint "notification_channel_confirmation_digest_unique" unique ("confirmation_digest");`,
    );
    this.addSql(
      `create table "notification_delivery" ("id" uuid not null, "user_id" uuid not null, "channel_id" uuid not null, "signal_ids" jsonb not null, "status" text not null default 'pending', "attempts" int not null default 0, "next_attempt_at" timestamptz null, "first_attempt_at" timestamptz null, "http_status" int null, "error" text null, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "notification_delivery_user_id_created_at_index" on "notification_delivery" ("user_id", "created_at");`,
    );
    this.addSql(
      `create index "notification_delivery_channel_id_first_attempt_at_index" on "notification_delivery" ("channel_id", "first_attempt_at");`,
    );
    this.addSql(
      `create index "notification_delivery_created_at_index" on "notification_delivery" ("created_at");`,
    );
    this.addSql(
      `alter table "notification_channel" add constraint "notification_channel_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "notification_channel" add constraint "notification_channel_kind_check" check ("kind" in ('webhook', 'ntfy', 'apprise', 'email'));`,
    );
    this.addSql(
      `alter table "notification_delivery" add constraint "notification_delivery_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "notification_delivery" add constraint "notification_delivery_channel_id_foreign" foreign key ("channel_id") references "notification_channel" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "notification_delivery" add constraint "notification_delivery_status_check" check ("status" in ('pending', 'delivered', 'failed'));`,
    );
  }
}
