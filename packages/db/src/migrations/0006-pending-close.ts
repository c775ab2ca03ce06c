import { Migration } from '@mikro-orm/migrations';

/** The trading day of a stock whose close the provider has not published yet. */
export class PendingClose extends Migration {
  override up(): void {
    this.addSql(
      `alter table "stock" add column "pending_close_date" date null, add column "pending_close_since" timestamptz null;`,
    );
  }
}
