import { Migration } from '@mikro-orm/migrations';

/** The responses to POST requests with an idempotency key. */
export class IdempotencyKeys extends Migration {
  override up(): void {
    this.addSql(
      `create table "idempotency_key" ("user_id" uuid not null, "key" text not null, "request_digest" text not null, "created_at" timestamptz not null, "status" int null, "location" text null, "body" text null, primary key ("user_id", "key"));`,
    );
    this.addSql(`create index "idempotency_key_created_at_index" on "idempotency_key" ("created_at");`);
    this.addSql(
      `alter table "idempotency_key" add constraint "idempotency_key_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
  }
}
