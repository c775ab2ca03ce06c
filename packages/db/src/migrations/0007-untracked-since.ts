import { Migration } from '@mikro-orm/migrations';

/** When the nightly clean-up first found a stock on no watch list; null while it is on one. */
export class UntrackedSince extends Migration {
  override up(): void {
    this.addSql(`alter table "stock" add column "untracked_since" timestamptz null;`);
  }
}
