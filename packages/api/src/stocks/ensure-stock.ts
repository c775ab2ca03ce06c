import {
  type EntityManager,
  type Stock,
  stockRepository,
  taskRepository,
  userRepository,
  userStockRepository,
  withStockLock,
} from '@stockbook/db';
import { isIsin, MarketDataError } from '@stockbook/market-data';
import { AppError } from '../errors.ts';
import { fetchHistory, isHistoryCurrent } from '../history/fetch-history.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import { assertStockQuota } from '../watch-list/assert-quotas.ts';

interface Listing {
  readonly symbol: string;
  /** The ISIN to store with the stock; null if none was given or confirmed. */
  readonly isin: string | null;
  readonly otherListings: readonly string[];
  /** Whether the user gave a symbol and an ISIN that does not belong to it. */
  readonly isIsinRejected: boolean;
}

/**
 * Resolves an ISIN to a symbol: from the stored stocks, otherwise by the provider.
 * @throws MarketDataError not_found
 */
async function resolveIsin(
  { em, signal, userId, services: { marketData } }: TaskContext,
  isin: string,
): Promise<Listing> {
  const known = await stockRepository.findBySymbolOrIsin(em, isin);
  if (known) return { symbol: known.symbol, isin, otherListings: [], isIsinRejected: false };
  const [primary, ...others] = await marketData.resolveIsin(isin, { signal, requester: userId });
  if (!primary) throw new Error(`The provider resolved ${isin} to no listing instead of failing`);
  return {
    symbol: primary.symbol,
    isin,
    otherListings: others.map(({ symbol }) => symbol),
    isIsinRejected: false,
  };
}

/** Decides whether to store an ISIN given with a symbol: only if the stock has none and the provider confirms it. */
async function confirmIsin(
  { em, signal, userId, services: { marketData } }: TaskContext,
  symbol: string,
  isin: string | null,
): Promise<Listing> {
  const listing = { symbol, isin: null, otherListings: [], isIsinRejected: false };
  if (isin === null || (await stockRepository.findBySymbol(em, symbol))?.isin) return listing;
  try {
    const listings = await marketData.resolveIsin(isin, { signal, requester: userId });
    if (listings.some((other) => other.symbol === symbol)) return { ...listing, isin };
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind !== 'not_found') throw error;
  }
  return { ...listing, isIsinRejected: true };
}

/**
 * Links a stock to the user once the provider has confirmed it, then fetches its history unless it is current. The
 * stock's lock ensures that simultaneous adds of a symbol fetch it once.
 * @param givenIsin the ISIN that the user gave with a symbol
 * @param onLinked runs in the transaction that links the stock
 * @throws MarketDataError, or AppError NOT_FOUND if the task was cancelled, CONFLICT if the watch list is full
 */
export async function ensureStock(
  ctx: TaskContext,
  symbolOrIsin: string,
  givenIsin: string | null,
  onLinked?: (tx: EntityManager, stock: Stock) => Promise<void>,
): Promise<Pick<Listing, 'otherListings' | 'isIsinRejected'> & { stock: Stock }> {
  const {
    em,
    signal,
    taskId,
    userId,
    services: { database, marketData, clock, quotas },
  } = ctx;
  await ctx.report({ message: `Looking up ${symbolOrIsin}...`, current: 0, total: 3 });
  const { symbol, isin, ...notes } = isIsin(symbolOrIsin)
    ? await resolveIsin(ctx, symbolOrIsin)
    : await confirmIsin(ctx, symbolOrIsin, givenIsin);

  return withStockLock(database, symbol, signal, async () => {
    const known = await stockRepository.findBySymbol(em, symbol);
    const facts = known ?? (await marketData.lookup(symbol, { signal, requester: userId }));
    const stock = await em.transactional(async (tx) => {
      await userRepository.lockForUpdate(tx, userId);
      // Otherwise a retry could link a stock again that the user has removed meanwhile.
      if (!(await taskRepository.lockIfActive(tx, taskId))) {
        throw new AppError('NOT_FOUND', `${symbol} is no longer on your watch list`);
      }
      const confirmed = known ?? (await stockRepository.upsertFacts(tx, facts, clock()));
      if (isin !== null) confirmed.isin = isin;
      if (!(await userStockRepository.isTracked(tx, userId, confirmed.id))) {
        await assertStockQuota(tx, userId, quotas);
      }
      await userStockRepository.link(tx, userId, confirmed.id, clock());
      await onLinked?.(tx, confirmed);
      return confirmed;
    });
    if (isHistoryCurrent(stock, clock())) return { stock, ...notes };
    return { stock: await fetchHistory(ctx, stock), ...notes };
  });
}
