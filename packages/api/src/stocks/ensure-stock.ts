import {
  type Stock,
  stockRepository,
  taskRepository,
  watchListRepository,
  withStockLock,
} from '@stockbook/db';
import { isIsin } from '@stockbook/market-data';
import { AppError } from '../errors.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import { fetchHistory, isHistoryCurrent } from './fetch-history.ts';

interface Listing {
  readonly symbol: string;
  /** The ISIN the user typed, which the stock keeps. */
  readonly isin: string | null;
  readonly otherListings: readonly string[];
}

/** The symbol somebody means: an ISIN is resolved by what the system knows, or else by the provider. */
async function resolveListing(
  { em, marketData, signal }: TaskContext,
  symbolOrIsin: string,
): Promise<Listing> {
  if (!isIsin(symbolOrIsin)) return { symbol: symbolOrIsin, isin: null, otherListings: [] };
  const known = await stockRepository.findBySymbolOrIsin(em, symbolOrIsin);
  if (known) return { symbol: known.symbol, isin: symbolOrIsin, otherListings: [] };
  const [primary, ...others] = await marketData.resolveIsin(symbolOrIsin, { signal });
  if (!primary) throw new Error(`The provider resolved ${symbolOrIsin} to nothing without saying so`);
  return { symbol: primary.symbol, isin: symbolOrIsin, otherListings: others.map(({ symbol }) => symbol) };
}

/**
 * Puts a stock on the user's list as soon as the provider has confirmed it, and makes its history current.
 * One worker at a time does so for a symbol: who comes second finds the first one's work.
 */
export async function ensureStock(
  ctx: TaskContext,
  symbolOrIsin: string,
): Promise<{ stock: Stock; otherListings: readonly string[] }> {
  const { em, database, marketData, clock, signal, taskId, userId } = ctx;
  await ctx.report({ message: `Looking up ${symbolOrIsin}...`, current: 0, total: 3 });
  const { symbol, isin, otherListings } = await resolveListing(ctx, symbolOrIsin);

  return withStockLock(database, symbol, signal, async () => {
    const known = await stockRepository.findBySymbol(em, symbol);
    const facts = known ?? (await marketData.lookup(symbol, { signal }));
    const stock = await em.transactional(async (tx) => {
      // Or a second try would put back what was removed since the first.
      if (!(await taskRepository.holdUnderWay(tx, taskId))) {
        throw new AppError('NOT_FOUND', `${symbol} is no longer wanted on your watch list`);
      }
      const confirmed =
        known && (isin === null || known.isin === isin)
          ? known
          : await stockRepository.upsertFacts(tx, { ...facts, isin: isin ?? facts.isin }, clock());
      await watchListRepository.link(tx, userId, confirmed.id, clock());
      return confirmed;
    });
    if (isHistoryCurrent(stock, clock())) return { stock, otherListings };
    return { stock: await fetchHistory(ctx, stock), otherListings };
  });
}
