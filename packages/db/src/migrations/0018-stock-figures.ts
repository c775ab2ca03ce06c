import { Migration } from '@mikro-orm/migrations';

/** The figures of a stock's last year, part of the summary of its bars. */
export class StockFigures extends Migration {
  override up(): void {
    this.addSql(`alter table "stock" add column "figures" jsonb null;`);
    this.addSql(`
      update "stock" set "figures" = (
        select jsonb_build_object(
          'volume', last.volume,
          'low', (select min(low) from price_bar where stock_id = stock.id and date > last.date - interval '1 year'),
          'high', (select max(high) from price_bar where stock_id = stock.id and date > last.date - interval '1 year'),
          'weekClose', (select close from price_bar
            where stock_id = stock.id and date <= last.date - 7 order by date desc limit 1),
          'monthClose', (select close from price_bar
            where stock_id = stock.id and date <= last.date - interval '1 month' order by date desc limit 1),
          'yearClose', (select close from price_bar
            where stock_id = stock.id and date < date_trunc('year', last.date) order by date desc limit 1)
        )
        from (select date, volume from price_bar where stock_id = stock.id order by date desc limit 1) last
      );`);
  }
}
