import { Migration } from '@mikro-orm/migrations';

/**
 * When trading begins, by the source, and on which days of the weekend, by the stored bars. The next refresh of a stock
 * that stores bars fills both: reading all bars here would take long, and they may lie on other nodes.
 */
export class LearnedHours extends Migration {
  override up(): void {
    this.addSql(
      `alter table "stock" add column "opens" text null, add column "weekend_days" jsonb not null default '[]';`,
    );
  }
}
