import { type RawBuilder, sql } from 'kysely';

/** Whether a symbol is that of an own instrument: no source has such symbols. */
export function isOwn(symbol: string): boolean {
  return symbol.startsWith('@');
}

/**
 * The stock that a symbol means for a user, as a condition of the ORM. An own instrument is found by its owner and
 * symbol, never by the symbol alone.
 * @param userId null finds the stocks of sources only
 */
export function ofSymbol(
  symbol: string,
  userId: string | null,
): { symbol: string; owner: string | null } | null {
  if (!isOwn(symbol)) return { symbol, owner: null };
  return userId === null ? null : { symbol, owner: userId };
}

/** Whether a user may see a row of `stock`: it is that of a source, or the user's own. */
export function isSeenBy(userId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(stock.owner_id is null or stock.owner_id = ${userId})`;
}

/** Whether a row of `stock` has its prices from a source. */
export const isOfSource = sql<boolean>`stock.owner_id is null`;
