import { Migration } from '@mikro-orm/migrations';

export class BackupStateTable extends Migration {
  override up(): void {
    this.addSql(
      `create table "backup_state" ("id" int not null, "succeeded_at" timestamptz null, "is_verified" boolean not null default false, "failed_at" timestamptz null, "error" text null, primary key ("id"));`,
    );
  }
}
