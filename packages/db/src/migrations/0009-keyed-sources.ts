import { Migration } from '@mikro-orm/migrations';

/** The sources that need a key, and from which source and when a stock's history changed to its present one. */
export class KeyedSources extends Migration {
  override up(): void {
    this.addSql(`alter table "stock" drop constraint "stock_data_source_check";`);
    this.addSql(
      `alter table "stock" add constraint "stock_data_source_check" check ("data_source" in ('yahoo', 'tiingo', 'eodhd', 'csv', 'simulated'));`,
    );
    this.addSql(
      `alter table "stock" add column "previous_data_source" text check ("previous_data_source" in ('yahoo', 'tiingo', 'eodhd', 'csv', 'simulated')) null, add column "data_source_since" timestamptz null;`,
    );
  }
}
