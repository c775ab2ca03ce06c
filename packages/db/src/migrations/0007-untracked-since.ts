import { Migration } from '@mikro-orm/migrations';

/**
 * When the nightly clean-up first found a stock on no watch list; null while it is on one. Values of indicators are
 * stored uncompressed: floats do not shrink, and trying to compress them takes half of the time for which a refresh holds
 * the lock of its stock.
 */
export class UntrackedSince extends Migration {
  override up(): void {
    this.addSql(`alter table "stock" add column "untracked_since" timestamptz null;`);
    this.addSql(`alter table "calculated_indicator" alter column "values" set storage external;`);
  }
}
