import { Migration } from '@mikro-orm/migrations';

/** The size of each backtest's results, which are bounded per user. */
export class BacktestSizes extends Migration {
  override up(): void {
    this.addSql(`alter table "backtest" add column "result_bytes" int not null default 0;`);
    // PostgreSQL knows the length of a value without reading it.
    this.addSql(`
      update "backtest" set "result_bytes" = result.bytes
      from (
        select backtest_id, sum(
          octet_length(days) + octet_length(equity) + octet_length(buy_and_hold) + octet_length(trades)
            + octet_length(statistics::text)
        ) as bytes
        from backtest_result group by backtest_id
      ) result
      where result.backtest_id = backtest.id;`);
  }
}
