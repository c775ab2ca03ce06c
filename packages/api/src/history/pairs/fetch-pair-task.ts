import { type Conversion, hasPath, pairsOf, pathsOf, symbolsOf } from '@stockbook/common/currency-pairs';
import { dayMs, hourMs } from '@stockbook/common/durations';
import { isDatabaseUnavailable, stockRepository, taskRepository, withStockLock } from '@stockbook/db';
import { type Instrument, MarketDataError } from '@stockbook/market-data';
import { AppError, hasTimedOut } from '../../errors.ts';
import { spendNewSymbol } from '../../quotas/provider-budget.ts';
import type { TaskBody, TaskContext } from '../../tasks/run-task.ts';
import type { FetchContext } from '../fetch-context.ts';
import { fetchHistory, isHistoryCurrent } from '../fetch-history.ts';

/** While the provider fails, a pair is tried again for a day; then the next request of it starts a new task. */
const maxAgeMs = dayMs;

/** The delay before a new try is the age of the task, within these bounds: it doubles with each try. */
const minRetryDelayMs = 30_000;
const maxRetryDelayMs = hourMs;

/** The part of `TaskContext` that the task needs. */
type PairContext = Pick<TaskContext, 'taskId' | 'userId'> &
  FetchContext & { readonly services: Pick<TaskContext['services'], 'quotas'> };

/**
 * Job handler: fetches the pair of two currencies, or the two pairs through the dollar or the euro. Puts nothing on a
 * watch list: the pairs are kept while a portfolio needs them.
 */
export const fetchPairTask = (async (ctx: PairContext, conversion: Conversion) => {
  const { from, to } = conversion;
  try {
    await fetchPair(ctx, conversion);
  } catch (error) {
    const continueAt = await retryAtOf(ctx, error);
    if (continueAt === null) throw error;
    const reason = error instanceof Error ? error.message : '';
    return { progress: { message: reason, current: 0, total: 1 }, continueAt };
  }
  return { message: `The ${from}/${to} rate was fetched`, result: {} };
}) satisfies TaskBody<'fetch-pair'>;

/**
 * Fetches the pair of two currencies, or the two pairs through the dollar or the euro, unless the system has them.
 * @throws MarketDataError not_found if the provider has none of them, AppError TOO_MANY_REQUESTS
 */
export async function fetchPair(ctx: PairContext, conversion: Conversion): Promise<void> {
  const { from, to } = conversion;
  const stored = await stockRepository.keepStored(ctx.em, pairsOf(to, [from]));
  if (hasPath(conversion, stored)) return;
  let failure = new MarketDataError('not_found', `No exchange rate between ${from} and ${to} was found`);
  for (const path of pathsOf(conversion)) {
    const legs = path.filter((leg) => !symbolsOf(leg).some((symbol) => stored.has(symbol)));
    try {
      await spendPairs(ctx, legs.length);
      // All are looked up before any is stored: one without the other is of no use.
      const pairs: Instrument[] = [];
      for (const leg of legs) pairs.push(await findPair(ctx, symbolsOf(leg)));
      for (const pair of pairs) await ensureHistory(ctx, pair);
      return;
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error;
      if (error.kind !== 'not_found' && error.kind !== 'bad_data') throw error;
      if (error.kind === 'bad_data') failure = error;
    }
  }
  throw failure;
}

/**
 * Counts pairs like new symbols that the user adds.
 * @throws AppError TOO_MANY_REQUESTS
 */
async function spendPairs({ em, userId, services }: PairContext, count: number): Promise<void> {
  await em.transactional(async (tx) => {
    for (let pair = 0; pair < count; pair += 1) {
      await spendNewSymbol(tx, { user: { id: userId }, services });
    }
  });
}

/**
 * Looks a pair up at the provider.
 * @throws MarketDataError not_found if the provider has neither symbol
 */
async function findPair(
  { signal, userId, services: { marketData } }: PairContext,
  [usual, other]: readonly [string, string],
): Promise<Instrument> {
  const lookup = async (symbol: string): Promise<Instrument> => ({
    ...(await marketData.lookup(symbol, { signal, requester: userId })),
    symbol,
  });
  try {
    return await lookup(usual);
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind !== 'not_found') throw error;
    return lookup(other);
  }
}

/** Stores the pair and its history, unless another task has done so meanwhile. */
async function ensureHistory(ctx: PairContext, pair: Instrument): Promise<void> {
  const { database, clock } = ctx.services;
  await withStockLock(database, pair.symbol, ctx.signal, async () => {
    const known = await stockRepository.findBySymbol(ctx.em, pair.symbol, null);
    const stock = known ?? (await stockRepository.upsertFacts(ctx.em, pair, clock()));
    if (!isHistoryCurrent(stock, clock())) await fetchHistory(ctx, stock);
  });
}

/** When to try again; null if the error is final, or the attempt is to be repeated like that of other tasks. */
async function retryAtOf({ signal, taskId, services }: PairContext, error: unknown): Promise<Date | null> {
  const isTimedOut = hasTimedOut(signal);
  // A stopping worker hands the task back.
  if ((signal.aborted && !isTimedOut) || isDatabaseUnavailable(error)) return null;
  const earliestMs = isTimedOut ? 0 : earliestRetryMs(error, services.clock());
  const task = await taskRepository.find(services.database.fork(), taskId);
  if (earliestMs === null || !task) return null;
  const nowMs = services.clock().getTime();
  const ageMs = nowMs - task.createdAt.getTime();
  const delayMs = Math.min(Math.max(ageMs, minRetryDelayMs), maxRetryDelayMs);
  const retryAtMs = Math.max(earliestMs, nowMs + delayMs);
  return retryAtMs - task.createdAt.getTime() > maxAgeMs ? null : new Date(retryAtMs);
}

/** The time before which the provider or the user's budget refuses; null if the error is final. */
function earliestRetryMs(error: unknown, now: Date): number | null {
  if (error instanceof MarketDataError) return error.isPermanent ? null : (error.retryAt?.getTime() ?? 0);
  if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') return null;
  return now.getTime() + (error.retryAfterS ?? 0) * 1000;
}
