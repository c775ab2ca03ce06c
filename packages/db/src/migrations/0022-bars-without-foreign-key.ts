import { Migration } from '@mikro-orm/migrations';

/** The check of the foreign key took more time than storing the bar: docs/decisions/005-bars-by-sql.md. */
export class BarsWithoutForeignKey extends Migration {
  override up(): void {
    this.addSql(`alter table "price_bar" drop constraint if exists "price_bar_stock_id_foreign";`);
  }
}
