import { Migration } from '@mikro-orm/migrations';

/** Files with transactions, while a task imports them. */
export class PendingImports extends Migration {
  override up(): void {
    this.addSql(
      `create table "pending_import" ("task_id" uuid not null, "file_name" text null, "preset" text null, "header_digest" text not null, "mapping" jsonb not null, "rows" text not null, "securities" jsonb not null, primary key ("task_id"));`,
    );
    this.addSql(
      `alter table "pending_import" add constraint "pending_import_task_id_foreign" foreign key ("task_id") references "task" ("id") on update cascade on delete cascade;`,
    );
  }
}
