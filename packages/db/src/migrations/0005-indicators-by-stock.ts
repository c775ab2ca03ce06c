import { Migration } from '@mikro-orm/migrations';

/** Includes the stock in the primary key of indicators, as for bars, so that both can be distributed by it. */
export class IndicatorsByStock extends Migration {
  override up(): void {
    this.addSql(`drop index "calculated_indicator_stock_id_index";`);
    this.addSql(
      `alter table "calculated_indicator" drop constraint "calculated_indicator_pkey", add primary key ("stock_id", "id");`,
    );
  }
}
