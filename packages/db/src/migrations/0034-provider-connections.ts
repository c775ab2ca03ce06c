import { Migration } from '@mikro-orm/migrations';

/** Sign-in by an identity provider: connections, the sessions that it began, and what is good once. */
export class ProviderConnections extends Migration {
  override up(): void {
    this.addSql(
      `create table "provider_connection" ("issuer" text not null, "subject" text not null, "user_id" uuid not null, "created_at" timestamptz not null, primary key ("issuer", "subject"));`,
    );
    this.addSql(
      `alter table "provider_connection" add constraint "provider_connection_user_id_issuer_unique" unique ("user_id", "issuer");`,
    );
    this.addSql(
      `create table "provider_session" ("session_id" uuid not null, "issuer" text not null, "subject" text not null, "provider_session_id" text null, primary key ("session_id"));`,
    );
    this.addSql(
      `create index "provider_session_issuer_subject_index" on "provider_session" ("issuer", "subject");`,
    );
    this.addSql(
      `create table "sign_in_code" ("digest" text not null, "user_id" uuid not null, "browser_digest" text null, "issuer" text null, "subject" text null, "provider_session_id" text null, "authenticated_at" timestamptz null, "expires_at" timestamptz not null, primary key ("digest"));`,
    );
    this.addSql(`create index "sign_in_code_user_id_index" on "sign_in_code" ("user_id");`);
    this.addSql(`create index "sign_in_code_expires_at_index" on "sign_in_code" ("expires_at");`);
    this.addSql(
      `create table "used_secret" ("digest" text not null, "expires_at" timestamptz not null, primary key ("digest"));`,
    );
    this.addSql(`create index "used_secret_expires_at_index" on "used_secret" ("expires_at");`);
    this.addSql(
      `alter table "provider_connection" add constraint "provider_connection_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "provider_session" add constraint "provider_session_session_id_foreign" foreign key ("session_id") references "session" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "sign_in_code" add constraint "sign_in_code_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
  }
}
