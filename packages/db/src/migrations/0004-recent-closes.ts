import { Migration } from '@mikro-orm/migrations';

/** The closes of the last month, stored with each stock. */
export class RecentCloses extends Migration {
  override up(): void {
    this.addSql(`alter table "stock" add column "recent_closes" double precision[] not null default '{}';`);
    this.addSql(
      `update "stock" set "recent_closes" = array(select close from (select date, close from price_bar where stock_id = stock.id order by date desc limit 22) bar order by date);`,
    );
  }
}
