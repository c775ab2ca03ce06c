import { Migration } from '@mikro-orm/migrations';

/**
 * When the nightly clean-up first found a stock on no watch list. Also stores indicator values uncompressed: floats
 * hardly compress, and trying to takes half of the time for which a refresh holds its stock's lock.
 */
export class UntrackedSince extends Migration {
  override up(): void {
    this.addSql(`alter table "stock" add column "untracked_since" timestamptz null;`);
    this.addSql(`alter table "calculated_indicator" alter column "values" set storage external;`);
  }
}
