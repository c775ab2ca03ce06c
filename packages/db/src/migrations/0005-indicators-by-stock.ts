import { Migration } from '@mikro-orm/migrations';

/** Keys of indicators hold their stock, as those of bars do: both can be spread over machines by it. */
export class IndicatorsByStock extends Migration {
  override up(): void {
    this.addSql(`drop index "calculated_indicator_stock_id_index";`);
    this.addSql(
      `alter table "calculated_indicator" drop constraint "calculated_indicator_pkey", add primary key ("stock_id", "id");`,
    );
  }
}
