import { type RawBuilder, sql } from 'kysely';
import { isOfSource } from './stock-owner.ts';

/** The reasons for which a stock is refreshed and its history is kept, as conditions on a row of `stock`. */
const reasons = [
  sql`exists (select from user_stock where user_stock.stock_id = stock.id)`,
  // Sold ones too: the value of a past day needs their prices.
  sql`exists (select from transaction where transaction.stock_id = stock.id)`,
  sql`exists (select from portfolio where portfolio.benchmark_id = stock.id)`,
  sql`exists (select from portfolio_target where portfolio_target.stock_id = stock.id)`,
  sql`exists (
    select from stock link where link.pricing = 'linked' and link.terms ->> 'symbol' = stock.symbol
  )`,
];

const anyOf = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/**
 * Whether a row of `stock` has any of the reasons, or is one of the pairs that portfolios convert with. Each reason is
 * a look-up in an index for one stock, and one hash table for the nightly clean-up, which reads all stocks.
 */
export const isNeeded = (pairSymbols: readonly string[]) =>
  anyOf([...reasons, sql`(${isOfSource} and stock.symbol = any(${pairSymbols}::text[]))`]);

/**
 * The same where the currencies of all transactions cannot be read: a pair is needed until the nightly clean-up has
 * found that no portfolio converts with it, and again from the transaction that brings its currency (`keepStored`).
 */
export const isNeededByNote = anyOf([
  ...reasons,
  sql`(stock.symbol like '%=X' and stock.untracked_since is null)`,
]);
