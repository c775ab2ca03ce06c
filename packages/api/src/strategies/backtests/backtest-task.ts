import { dateOfDay } from '@stockbook/common/days';
import { backtestRepository, type NewBacktestResult, type SkippedStock } from '@stockbook/db';
import { combineAccounts, combinedStatistics, printRule, type RunResult, summarize } from '@stockbook/rules';
import { AppError, notFound } from '../../errors.ts';
import { formatBytes } from '../../quotas/quotas.ts';
import type { TaskBody } from '../../tasks/run-task.ts';
import { requireRunnable } from '../read-rules.ts';
import { describeTooFew, type SimulatedStock, simulateStocks, stocksOfRun } from '../runs/simulate-stocks.ts';
import { rangeOf } from './combined.ts';
import { backtestSettings } from './schemas.ts';

/** Job handler: runs a backtest and stores its results with the end of the task. */
export const runBacktestTask = (async (ctx, { backtestId }) => {
  const backtest = await backtestRepository.findOfUser(ctx.em, ctx.userId, backtestId);
  if (!backtest) throw notFound('Backtest');
  const { entry, exit, limits, scope } = requireRunnable(backtest.rules);
  const settings = backtestSettings.parse(backtest.settings);
  const { stocks, skipped: unavailable } = await stocksOfRun(ctx.em, ctx.userId, scope);
  const { simulated, skipped } = await simulateStocks(ctx, {
    stocks,
    settings,
    withSeries: true,
    noun: 'backtest',
    strategies: [{ entry: printRule(entry), exit: exit && printRule(exit), limits }],
    runs: [settings],
  });
  const results = simulated.map((stock) => resultOf(stock, settings.cash));
  const found = results.filter((result) => 'statistics' in result);
  const excluded = [...unavailable, ...skipped, ...results.filter((result) => 'reason' in result)].sort(
    bySymbol,
  );
  const summary = summarize(found.map(({ statistics }) => statistics));
  if (!summary) {
    await backtestRepository.saveSkipped(ctx.services.database.fork(), backtestId, excluded);
    throw new AppError('CONFLICT', 'None of the stocks has enough bars for this strategy');
  }
  const { backtestBytes: maxBytes } = ctx.services.quotas;
  if (backtestRepository.sizeOf(found) > maxBytes) {
    throw new AppError(
      'CONFLICT',
      `The results of all your backtests may take ${formatBytes(maxBytes)} together, and these alone take more. Test fewer stocks or a shorter time`,
      { isQuota: true },
    );
  }
  const account = combineAccounts(settings.cash, ...rangeOf(found));
  for (const series of found) account.add(series);
  const combined = combinedStatistics(account.series());
  return {
    message: `The backtest of ${found.length} ${found.length === 1 ? 'stock' : 'stocks'} has ended`,
    result: { backtest_id: backtestId, stocks: found.length },
    async store(tx) {
      await backtestRepository.saveResults(tx, backtestId, found, { summary, combined, skipped: excluded });
      await backtestRepository.removeOldest(tx, ctx.userId, backtestId, maxBytes);
    },
  };
}) satisfies TaskBody<'run-backtest'>;

type FoundResult = NewBacktestResult & Pick<RunResult, 'statistics'>;

function resultOf(
  { symbol, currency, stockId, barsRevision, outcomes }: SimulatedStock,
  cash: number,
): FoundResult | SkippedStock {
  const outcome = outcomes[0]?.[0];
  if (!outcome || 'neededBars' in outcome) {
    return { symbol, reason: describeTooFew(symbol, outcome ?? { neededBars: 2, bars: 0 }) };
  }
  const { statistics, series } = outcome;
  if (!series) throw new Error('A backtest needs the series of its runs');
  const { wasEntryTrue, ...stored } = series;
  const wasNeverFilled = stored.droppedOrders > 0 && stored.tradeCount === 0;
  const amount = cash.toLocaleString('en-US', { maximumFractionDigits: 8 });
  const money = currency === null ? amount : `${amount} ${currency}`;
  return {
    symbol,
    stockId,
    barsRevision,
    ...stored,
    startDate: dateOfDay(stored.days[0] ?? 0),
    endDate: dateOfDay(stored.days.at(-1) ?? 0),
    statistics,
    warnings: [
      ...(wasEntryTrue ? [] : ['The entry rule never became true.']),
      ...(wasNeverFilled ? [`${money} does not buy one share of ${symbol}.`] : []),
    ],
  };
}

function bySymbol(one: SkippedStock, other: SkippedStock): number {
  return one.symbol < other.symbol ? -1 : 1;
}
