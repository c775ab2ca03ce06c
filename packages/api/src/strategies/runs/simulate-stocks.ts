import {
  type EntityManager,
  priceBarRepository,
  type SkippedStock,
  stockActionRepository,
  taskRepository,
  userStockRepository,
  watchListRepository,
} from '@stockbook/db';
import { type SimulationRequest, type StrategyOutcome, simulateInThread } from '@stockbook/rules';
import pLimit from 'p-limit';
import { AppError } from '../../errors.ts';
import type { TaskContext } from '../../tasks/run-task.ts';
import type { BacktestSettings } from '../backtests/schemas.ts';
import { assertListExists } from '../list-of-scope.ts';
import type { StrategyScope } from '../read-rules.ts';

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
  /** That of the simulated bars, or an earlier one. */
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
  const { userId } = ctx;
  const { database } = ctx.services;
  const progress = reporter(ctx, noun, stocks.length);
  await progress(0);
  return watchTask(ctx, async (signal) => {
    let done = 0;
    const results = await pLimit(maxParallelStocks).map(stocks, async ({ symbol }) => {
      signal.throwIfAborted();
      const em = database.fork();
      // Read the revision before the bars: a change between the two makes the result stale.
      const target = await userStockRepository.findForCalculation(em, userId, symbol);
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

/** A run reads and simulates every bar of its stocks. */
const maxStocks = 100;

export interface RunStock {
  readonly id: number;
  readonly symbol: string;
}

/**
 * The stocks of a strategy on the user's watch list, by symbol, and those that are left out.
 * @throws AppError CONFLICT without any, or if the strategy's list was deleted
 */
export async function stocksOfRun(
  em: EntityManager,
  userId: string,
  scope: StrategyScope,
): Promise<{ stocks: RunStock[]; skipped: SkippedStock[] }> {
  await assertListExists(em, userId, scope);
  const listId = 'listId' in scope ? (scope.listId ?? undefined) : undefined;
  const links = await watchListRepository.listWatched(em, userId, listId);
  const inScope = links.filter(
    ({ isFavorite }) => !('list' in scope) || scope.list === 'watch_list' || isFavorite,
  );
  const tracked = new Map(inScope.map(({ stockId: id, symbol }) => [symbol, { id, symbol }]));
  const named = 'symbols' in scope ? [...scope.symbols] : [...tracked.keys()];
  if (named.length === 0) throw new AppError('CONFLICT', 'This strategy has no stocks to run on');
  const stocks = named.sort().flatMap((symbol) => tracked.get(symbol) ?? []);
  return {
    stocks: stocks.slice(0, maxStocks),
    skipped: [
      ...named.filter((symbol) => !tracked.has(symbol)).map(skippedAsUntracked),
      ...stocks
        .slice(maxStocks)
        .map(({ symbol }) => ({ symbol, reason: `A run has ${maxStocks} stocks at most` })),
    ],
  };
}

const skippedAsUntracked = (symbol: string): SkippedStock => ({
  symbol,
  reason: `${symbol} is not on your watch list`,
});

const intervalMs = 1_000;

/** Calls `run` with a signal that is also aborted soon after the task has been cancelled. */
async function watchTask<Result>(
  { taskId, signal, services: { database } }: TaskContext,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const watch = new AbortController();
  const check = async () => {
    try {
      if (await taskRepository.isActive(database.fork(), taskId)) return;
      watch.abort(new AppError('CONFLICT', 'The run was cancelled'));
    } catch (error) {
      watch.abort(error);
    }
  };
  const timer = setInterval(check, intervalMs);
  try {
    return await run(AbortSignal.any([signal, watch.signal]));
  } finally {
    clearInterval(timer);
  }
}

const grouped = (count: number) => count.toLocaleString('en-US');

/** Why a strategy cannot be simulated on a stock: `This strategy needs 201 bars, XYZ has 120`. */
export function describeTooFew(
  symbol: string,
  { neededBars, bars }: { readonly neededBars: number; readonly bars: number },
): string {
  return `This strategy needs ${grouped(neededBars)} bars, ${symbol} has ${grouped(bars)}`;
}
