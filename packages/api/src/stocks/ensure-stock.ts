import {
  Stock,
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
import { assertStockQuota } from '../watch-list/assert-stock-quota.ts';

interface Listing {
  readonly symbol: string;
  /** The ISIN the user typed, which the stock keeps. */
  readonly isin: string | null;
  readonly otherListings: readonly string[];
  /** Whether the ISIN that came beside the symbol is not the symbol's. */
  readonly isIsinRefused: boolean;
}

/** The symbol somebody means: an ISIN is resolved by what the system knows, or else by the provider. */
async function resolveListing(
  { em, marketData, signal, userId }: TaskContext,
  symbolOrIsin: string,
): Promise<Listing> {
  const known = await stockRepository.findBySymbolOrIsin(em, symbolOrIsin);
  if (known) return { symbol: known.symbol, isin: symbolOrIsin, otherListings: [], isIsinRefused: false };
  const [primary, ...others] = await marketData.resolveIsin(symbolOrIsin, { signal, requester: userId });
  if (!primary) throw new Error(`The provider resolved ${symbolOrIsin} to nothing without saying so`);
  return {
    symbol: primary.symbol,
    isin: symbolOrIsin,
    otherListings: others.map(({ symbol }) => symbol),
    isIsinRefused: false,
  };
}

/** A symbol that came with an ISIN: a stock that has none keeps it where the provider names the symbol for it. */
async function confirmIsin(
  { em, marketData, signal, userId }: TaskContext,
  symbol: string,
  isin: string | null,
): Promise<Listing> {
  const listing = { symbol, isin: null, otherListings: [], isIsinRefused: false };
  if (isin === null || (await stockRepository.findBySymbol(em, symbol))?.isin) return listing;
  try {
    const listings = await marketData.resolveIsin(isin, { signal, requester: userId });
    if (listings.some((other) => other.symbol === symbol)) return { ...listing, isin };
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind !== 'not_found') throw error;
  }
  return { ...listing, isIsinRefused: true };
}

/**
 * Puts a stock on the user's list as soon as the provider has confirmed it, and makes its history current.
 * One worker at a time does so for a symbol: who comes second finds the first one's work.
 * @param givenIsin the ISIN that came beside a symbol, for the stock to keep
 */
export async function ensureStock(
  ctx: TaskContext,
  symbolOrIsin: string,
  givenIsin: string | null,
): Promise<Pick<Listing, 'otherListings' | 'isIsinRefused'> & { stock: Stock }> {
  const { em, database, marketData, clock, signal, taskId, userId, quotas } = ctx;
  await ctx.report({ message: `Looking up ${symbolOrIsin}...`, current: 0, total: 3 });
  const { symbol, isin, ...told } = isIsin(symbolOrIsin)
    ? await resolveListing(ctx, symbolOrIsin)
    : await confirmIsin(ctx, symbolOrIsin, givenIsin);

  return withStockLock(database, symbol, signal, async () => {
    const found =
      (await stockRepository.findBySymbol(em, symbol)) ??
      (await marketData.lookup(symbol, { signal, requester: userId }));
    const stock = await em.transactional(async (tx) => {
      await userRepository.lockForUpdate(tx, userId);
      // Or a second try would put back what was removed since the first.
      if (!(await taskRepository.lockIfActive(tx, taskId))) {
        throw new AppError('NOT_FOUND', `${symbol} is no longer wanted on your watch list`);
      }
      const confirmed =
        found instanceof Stock ? found : await stockRepository.upsertFacts(tx, found, clock());
      if (isin !== null) confirmed.isin = isin;
      if (!(await userStockRepository.isTracked(tx, userId, confirmed.id))) {
        await assertStockQuota(tx, userId, quotas);
      }
      await userStockRepository.link(tx, userId, confirmed.id, clock());
      return confirmed;
    });
    if (isHistoryCurrent(stock, clock())) return { stock, ...told };
    return { stock: await fetchHistory(ctx, stock), ...told };
  });
}
