import { Migration } from '@mikro-orm/migrations';

/** Replaced refresh tokens, security events, the second factor, and the use of sessions and tokens. */
export class AccountSecurity extends Migration {
  override up(): void {
    this.addSql(
      `create table "refresh_token" ("digest" text not null, "session_id" uuid not null, "replaced_at" timestamptz null, primary key ("digest"));`,
    );
    this.addSql(`create index "refresh_token_session_id_index" on "refresh_token" ("session_id");`);
    this.addSql(
      `insert into "refresh_token" ("digest", "session_id") select "refresh_digest", "id" from "session";`,
    );
    this.addSql(
      `create table "security_event" ("id" uuid not null, "at" timestamptz not null, "user_id" uuid null, "kind" text not null, "address" text null, "client" text null, "session_id" uuid null, "token_id" uuid null, "request_id" uuid null, "details" jsonb null, "count" int not null default 1, "repeat_key" text null, "is_notice" boolean not null default false, primary key ("id"));`,
    );
    this.addSql(`create index "security_event_at_index" on "security_event" ("at");`);
    this.addSql(
      `alter table "security_event" add constraint "security_event_repeat_key_unique" unique ("repeat_key");`,
    );
    this.addSql(`create index "security_event_user_id_at_index" on "security_event" ("user_id", "at");`);
    this.addSql(
      `create table "second_factor" ("user_id" uuid not null, "secret" bytea not null, "created_at" timestamptz not null, "last_step" int null, primary key ("user_id"));`,
    );
    this.addSql(
      `create table "recovery_code" ("user_id" uuid not null, "digest" text not null, primary key ("user_id", "digest"));`,
    );
    this.addSql(
      `alter table "user_account" add "password_changed_at" timestamptz null, add "must_change_password_until" timestamptz null, add "second_factor_at" timestamptz null, add "disabled_at" timestamptz null;`,
    );
    this.addSql(`alter table "personal_access_token" add "last_used_address" text null;`);
    this.addSql(`alter table "session" drop constraint "session_refresh_digest_unique";`);
    this.addSql(`alter table "session" drop column "refresh_digest";`);
    this.addSql(
      `alter table "session" add "last_used_at" timestamptz null, add "address" text null, add "client" text null, add "confirmed_at" timestamptz null, add "rotates" boolean not null default false;`,
    );
    this.addSql(`update "session" set "last_used_at" = now();`);
    this.addSql(`alter table "session" alter column "last_used_at" set not null;`);
    this.addSql(
      `alter table "refresh_token" add constraint "refresh_token_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "security_event" add constraint "security_event_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "security_event" add constraint "security_event_kind_check" check ("kind" in ('signed_up', 'signed_in', 'sign_in_failed', 'code_failed', 'signed_out', 'signed_out_everywhere', 'sign_in_ended', 'refresh_reused', 'password_changed', 'password_reset', 'second_factor_on', 'second_factor_off', 'recovery_code_used', 'token_created', 'token_revoked', 'limit_reached', 'exported', 'account_disabled', 'account_enabled', 'account_deleted', 'quota_reached'));`,
    );
    this.addSql(
      `alter table "second_factor" add constraint "second_factor_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
  }
}
