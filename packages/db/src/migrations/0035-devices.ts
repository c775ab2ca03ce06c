import { Migration } from '@mikro-orm/migrations';

/** Devices that receive signals by Web Push: channels with the subscription of a browser. */
export class Devices extends Migration {
  override up(): void {
    this.addSql(`alter table "notification_channel" drop constraint "notification_channel_kind_check";`);
    this.addSql(
      `alter table "notification_channel" add "endpoint_digest" text null, add "session_id" uuid null, add "device" text null, add "last_seen_at" timestamptz null, add "reminded_at" timestamptz null, add "shows_details" boolean null;`,
    );
    this.addSql(
      `create index "notification_channel_session_id_index" on "notification_channel" ("session_id");`,
    );
    this.addSql(
      `alter table "notification_channel" add constraint "notification_channel_endpoint_digest_unique" unique ("endpoint_digest");`,
    );
    this.addSql(
      `alter table "notification_channel" add constraint "notification_channel_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "notification_channel" add constraint "notification_channel_kind_check" check ("kind" in ('webhook', 'ntfy', 'apprise', 'email', 'web_push'));`,
    );
    this.addSql(`alter table "security_event" drop constraint "security_event_kind_check";`);
    this.addSql(
      `alter table "security_event" add constraint "security_event_kind_check" check ("kind" in ('signed_up', 'signed_in', 'sign_in_failed', 'code_failed', 'signed_out', 'signed_out_everywhere', 'sign_in_ended', 'refresh_reused', 'password_changed', 'password_reset', 'second_factor_on', 'second_factor_off', 'recovery_code_used', 'token_created', 'token_revoked', 'limit_reached', 'exported', 'account_disabled', 'account_enabled', 'account_deleted', 'quota_reached', 'passkey_added', 'passkey_removed', 'passkey_cloned', 'provider_connected', 'provider_disconnected', 'operator_session', 'device_added', 'device_removed'));`,
    );
  }
}
