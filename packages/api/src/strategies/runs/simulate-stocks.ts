import {
  priceBarRepository,
  type SkippedStock,
  stockActionRepository,
  userStockRepository,
} from '@stockbook/db';
import { type SimulationRequest, type StrategyOutcome, simulateInThread } from '@stockbook/rules';
import pLimit from 'p-limit';
import type { TaskContext } from '../../tasks/run-task.ts';
import type { BacktestSettings } from '../backtests/schemas.ts';
import { type RunStock, skippedAsUntracked } from './stocks-of-run.ts';
import { watchTask } from './watch-task.ts';

/** While one stock is simulated, the bars of the next one are read. */
const maxParallelStocks = 2;

interface Run {
  readonly stocks: readonly RunStock[];
  readonly settings: BacktestSettings;
  readonly withSeries: boolean;
  /** For example "backtest". */
  readonly noun: string;
  readonly strategies: SimulationRequest['strategies'];
  readonly runs: SimulationRequest['runs'];
}

export interface SimulatedStock {
  readonly symbol: string;
  readonly currency: string | null;
  readonly stockId: number;
  /** Of the bars that were simulated, or an earlier one. */
  readonly barsRevision: number;
  /** One per strategy. */
  readonly outcomes: readonly StrategyOutcome[];
}

/**
 * Simulates strategies on stocks, in their order. Reports the progress, and ends early if the task is cancelled.
 * @throws the reason of the early end
 */
export async function simulateStocks(
  ctx: TaskContext,
  { stocks, settings, noun, ...request }: Run,
): Promise<{ simulated: SimulatedStock[]; skipped: SkippedStock[] }> {
  const { database, userId } = ctx;
  const progress = reporter(ctx, noun, stocks.length);
  await progress(0);
  return watchTask(ctx, async (signal) => {
    let done = 0;
    const results = await pLimit(maxParallelStocks).map(stocks, async ({ symbol }) => {
      signal.throwIfAborted();
      const em = database.fork();
      // Read the revision before the bars: a change between the two makes the result stale.
      const target = await userStockRepository.findForRun(em, userId, symbol);
      if (!target) return skippedAsUntracked(symbol);
      const bars = await priceBarRepository.readColumns(em, target.stockId);
      const dividends = settings.dividends
        ? await stockActionRepository.listDividends(em, target.stockId)
        : null;
      // Another turn than that of the user's previews and indicators, which would wait for the stock.
      const turn = `runs of ${userId}`;
      const outcomes = await simulateInThread({ ...request, bars, dividends, settings }, turn, signal);
      done += 1;
      await progress(done);
      return { ...target, symbol, outcomes };
    });
    return {
      simulated: results.filter((result) => 'outcomes' in result),
      skipped: results.filter((result) => 'reason' in result),
    };
  });
}

/** Reports the stocks that are done; a report during another one is left out. */
function reporter({ report }: TaskContext, noun: string, total: number) {
  let isReporting = false;
  return async (current: number): Promise<void> => {
    if (isReporting) return;
    isReporting = true;
    await report({ message: `Running the ${noun}: ${current} of ${total} stocks`, current, total });
    isReporting = false;
  };
}
