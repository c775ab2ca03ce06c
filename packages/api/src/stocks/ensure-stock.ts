import {
  type EntityManager,
  isOwn,
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

/**
 * The stored stock of a symbol as the user of a task means it.
 * @throws AppError NOT_FOUND for an own symbol that the user has not: no source is asked for it
 */
async function findKnown({ em, userId }: TaskContext, symbol: string): Promise<Stock | null> {
  const known = await stockRepository.findBySymbol(em, symbol, userId);
  if (known || !isOwn(symbol)) return known;
  throw new AppError('NOT_FOUND', `${symbol} is an own instrument: create it first`);
}

/** Whether nothing is to be fetched: the history is current, or that of an own instrument. */
function needsNoFetch(stock: Stock, now: Date): boolean {
  return isOwn(stock.symbol) || isHistoryCurrent(stock, now);
}

/** The listing of a stock that a user has named. */
export interface Listing {
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
  const known = await stockRepository.findBySymbolOrIsin(em, isin, null);
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
  if (isin === null || isOwn(symbol) || (await stockRepository.findBySymbol(em, symbol, null))?.isin)
    return listing;
  try {
    const listings = await marketData.resolveIsin(isin, { signal, requester: userId });
    if (listings.some((other) => other.symbol === symbol)) return { ...listing, isin };
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind !== 'not_found') throw error;
  }
  return { ...listing, isIsinRejected: true };
}

/**
 * Decides which listing a symbol and an ISIN of a file mean: the ISIN decides the company, the symbol the listing.
 * @throws MarketDataError not_found if the provider has neither
 */
export async function resolveListing(
  ctx: TaskContext,
  { symbol, isin }: { readonly symbol: string | null; readonly isin: string | null },
): Promise<Listing> {
  if (isin === null) return { symbol: symbol ?? '', isin, otherListings: [], isIsinRejected: false };
  if (symbol === null) return resolveIsin(ctx, isin);
  try {
    const listing = await confirmIsin(ctx, symbol, isin);
    return listing.isin === isin ? listing : await resolveIsin(ctx, isin);
  } catch (error) {
    const isUnknown = error instanceof MarketDataError && error.kind === 'not_found';
    // Files with prices name no ISINs: their symbols are the user's own.
    if (!isUnknown || !ctx.services.marketData.readsFiles) throw error;
    return { symbol, isin: null, otherListings: [], isIsinRejected: false };
  }
}

interface LinkOptions {
  /** Whether a full watch list is no error: the stock is then only stored. */
  readonly isOptional?: boolean;
  /** Runs in the transaction that links the stock. */
  readonly onLinked?: ((tx: EntityManager, stock: Stock) => Promise<void>) | undefined;
}

/**
 * Links a stock to the user once the provider has confirmed it, then fetches its history unless it is current.
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
  await ctx.report({ message: `Looking up ${symbolOrIsin}...`, current: 0, total: 3 });
  const { symbol, isin, ...notes } = isIsin(symbolOrIsin)
    ? await resolveIsin(ctx, symbolOrIsin)
    : await confirmIsin(ctx, symbolOrIsin, givenIsin);
  return { stock: await ensureListing(ctx, { symbol, isin }, { onLinked }), ...notes };
}

/**
 * Stores the stock of a listing with its history, and links it to the user. The stock's lock ensures that simultaneous
 * adds of a symbol fetch it once.
 * @throws MarketDataError, or AppError NOT_FOUND if the task was cancelled, CONFLICT if the watch list is full
 */
export function ensureListing(
  ctx: TaskContext,
  { symbol, isin }: Pick<Listing, 'symbol' | 'isin'>,
  { isOptional = false, onLinked }: LinkOptions,
): Promise<Stock> {
  const { em, signal, taskId, userId } = ctx;
  const { database, marketData, clock, quotas } = ctx.services;
  return withStockLock(database, symbol, signal, async () => {
    const known = await findKnown(ctx, symbol);
    const facts = known ?? (await marketData.lookup(symbol, { signal, requester: userId }));
    const stock = await em.transactional(async (tx) => {
      await userRepository.lockForUpdate(tx, userId);
      // Otherwise a retry could link a stock again that the user has removed meanwhile.
      if (!(await taskRepository.lockIfActive(tx, taskId))) {
        throw new AppError('NOT_FOUND', `${symbol} is no longer on your watch list`);
      }
      const confirmed = known ?? (await stockRepository.upsertFacts(tx, facts, clock()));
      if (isin !== null) confirmed.isin = isin;
      if (isOptional) {
        await userStockRepository.linkWhileRoom(tx, userId, [confirmed.id], quotas.stocks, clock());
      } else {
        if (!(await userStockRepository.isTracked(tx, userId, confirmed.id))) {
          await assertStockQuota(tx, userId, quotas);
        }
        await userStockRepository.link(tx, userId, confirmed.id, clock());
      }
      await onLinked?.(tx, confirmed);
      return confirmed;
    });
    return needsNoFetch(stock, clock()) ? stock : fetchHistory(ctx, stock);
  });
}

/**
 * Stores a stock with its history, unless it is current, and puts it on no watch list.
 * @returns the stock, and whether the system did not have it
 * @throws MarketDataError
 */
export function ensureStored(ctx: TaskContext, symbol: string): Promise<{ stock: Stock; isNew: boolean }> {
  const { em, signal, userId, services } = ctx;
  const { database, marketData, clock } = services;
  return withStockLock(database, symbol, signal, async () => {
    const known = await findKnown(ctx, symbol);
    if (known && needsNoFetch(known, clock())) return { stock: known, isNew: false };
    const facts = known ?? (await marketData.lookup(symbol, { signal, requester: userId }));
    const stored = known ?? (await stockRepository.upsertFacts(em, facts, clock()));
    return { stock: await fetchHistory(ctx, stored), isNew: known === null };
  });
}
