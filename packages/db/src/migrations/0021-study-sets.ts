import { Migration } from '@mikro-orm/migrations';

/** Saved sets of indicators, which can be applied to any stock. */
export class StudySets extends Migration {
  override up(): void {
    this.addSql(
      `create table "study_set" ("id" uuid not null, "user_id" uuid not null, "name" text not null, "studies" jsonb not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "study_set" add constraint "study_set_user_id_name_unique" unique ("user_id", "name");`,
    );
    this.addSql(
      `alter table "study_set" add constraint "study_set_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
  }
}
