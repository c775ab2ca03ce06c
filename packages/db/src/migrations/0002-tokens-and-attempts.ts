import { Migration } from '@mikro-orm/migrations';

/** Personal access tokens and rate-limit counters. */
export class TokensAndAttempts extends Migration {
  override up(): void {
    this.addSql(
      `create table "personal_access_token" ("id" uuid not null, "user_id" uuid not null, "name" text not null, "digest" text not null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "last_used_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "personal_access_token_user_id_index" on "personal_access_token" ("user_id");`);
    this.addSql(
      `alter table "personal_access_token" add constraint "personal_access_token_digest_unique" unique ("digest");`,
    );
    this.addSql(
      `alter table "personal_access_token" add constraint "personal_access_token_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `create table "attempt_count" ("key" text not null, "count" int not null, "ends_at" timestamptz not null, primary key ("key"));`,
    );
    this.addSql(`create index "attempt_count_ends_at_index" on "attempt_count" ("ends_at");`);
  }
}
