import { Migration } from '@mikro-orm/migrations';

/**
 * Room in the pages of checks of levels: each minute updates all of them, and a row whose next version fits into its
 * page needs no new entry in the index.
 */
export class RoomForChecks extends Migration {
  override up(): void {
    this.addSql(`alter table "session_check" set (fillfactor = 50);`);
  }
}
