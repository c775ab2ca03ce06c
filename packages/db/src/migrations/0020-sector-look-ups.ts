import { Migration } from '@mikro-orm/migrations';

/** When the sector of a stock was last looked up. */
export class SectorLookUps extends Migration {
  override up(): void {
    this.addSql(`alter table "stock" add column "sector_looked_up_at" timestamptz null;`);
  }
}
