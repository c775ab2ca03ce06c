import { Migration } from '@mikro-orm/migrations';

/** Passkeys, accounts without a password, and the proofs with which a session began and was confirmed. */
export class Passkeys extends Migration {
  override up(): void {
    this.addSql(`alter table "user_account" alter column "password_hash" drop not null;`);
    this.addSql(
      `alter table "session" add "begun_by" text not null default 'password', add "confirmed_by" text null;`,
    );
    this.addSql(`update "session" set "confirmed_by" = 'password' where "confirmed_at" is not null;`);
    this.addSql(
      `alter table "session" add constraint "session_begun_by_check" check ("begun_by" in ('password', 'passkey', 'provider', 'operator'));`,
    );
    this.addSql(
      `alter table "session" add constraint "session_confirmed_by_check" check ("confirmed_by" in ('password', 'passkey', 'provider', 'operator'));`,
    );
    this.addSql(
      `create table "passkey" ("id" uuid not null, "user_id" uuid not null, "credential_id" text not null, "public_key" bytea not null, "counter" bigint not null, "transports" text[] not null default '{}', "backed_up" boolean not null, "name" text not null, "created_at" timestamptz not null, "last_used_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "passkey_user_id_index" on "passkey" ("user_id");`);
    this.addSql(
      `alter table "passkey" add constraint "passkey_credential_id_unique" unique ("credential_id");`,
    );
    this.addSql(
      `alter table "passkey" add constraint "passkey_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `create table "passkey_challenge" ("digest" text not null, "purpose" text not null, "session_id" uuid null, "expires_at" timestamptz not null, primary key ("digest"));`,
    );
    this.addSql(`create index "passkey_challenge_session_id_index" on "passkey_challenge" ("session_id");`);
    this.addSql(`create index "passkey_challenge_expires_at_index" on "passkey_challenge" ("expires_at");`);
    this.addSql(
      `alter table "passkey_challenge" add constraint "passkey_challenge_purpose_check" check ("purpose" in ('add', 'sign_in', 'confirm'));`,
    );
    this.addSql(
      `alter table "passkey_challenge" add constraint "passkey_challenge_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`,
    );
    this.addSql(`alter table "security_event" drop constraint "security_event_kind_check";`);
    this.addSql(
      `alter table "security_event" add constraint "security_event_kind_check" check ("kind" in ('signed_up', 'signed_in', 'sign_in_failed', 'code_failed', 'signed_out', 'signed_out_everywhere', 'sign_in_ended', 'refresh_reused', 'password_changed', 'password_reset', 'second_factor_on', 'second_factor_off', 'recovery_code_used', 'token_created', 'token_revoked', 'limit_reached', 'exported', 'account_disabled', 'account_enabled', 'account_deleted', 'quota_reached', 'passkey_added', 'passkey_removed', 'passkey_cloned', 'provider_connected', 'provider_disconnected', 'operator_session'));`,
    );
  }
}
