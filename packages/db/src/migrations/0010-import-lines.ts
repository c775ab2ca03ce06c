import { Migration } from '@mikro-orm/migrations';

/** The lines of imports of a watch list. */
export class ImportLines extends Migration {
  override up(): void {
    this.addSql(
      `create table "import_line" ("task_id" uuid not null, "position" int not null, "text" text not null, "item" jsonb null, "verdict" text not null, "symbol" text null, "message" text null, "failed_attempts" int not null default 0, "is_counted" boolean not null default false, "finished_at" timestamptz null, primary key ("task_id", "position"));`,
    );
    this.addSql(
      `alter table "import_line" add constraint "import_line_task_id_foreign" foreign key ("task_id") references "task" ("id") on delete cascade;`,
    );
  }
}
