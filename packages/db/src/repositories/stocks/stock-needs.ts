import { hundredths } from '@stockbook/common/currencies';
import { type RawBuilder, sql } from 'kysely';
import { isOfSource } from './stock-owner.ts';

function mainCurrencyOf(code: RawBuilder<unknown>): RawBuilder<string> {
  const cases = Object.entries(hundredths).map(([part, main]) => sql`when ${part} then ${main}`);
  return sql`case ${code} ${sql.join(cases, sql` `)} else ${code} end`;
}

/**
 * The pairs of a main currency (`foreign_currency`) and the portfolio's own (`own_currency`) that each portfolio
 * (`portfolio_id`, `user_id`) converts: of its transactions, and of the quotes of its stocks and benchmark.
 */
export const conversions = sql`
  select distinct portfolio.user_id, portfolio.id as portfolio_id, portfolio.currency as own_currency,
    ${mainCurrencyOf(sql`used.currency`)} as foreign_currency
  from portfolio join (
    select distinct portfolio_id, unnest(array[currency, to_currency, fx_currency]) as currency from transaction
    union all
    select portfolio_id, currency from quote_currency
    union all
    select portfolio_id, stock.currency
    from (
      select portfolio_id, stock_id from transaction
      union select portfolio_id, stock_id from portfolio_target
      union select id, benchmark_id from portfolio
    ) quoted join stock on stock.id = quoted.stock_id
  ) used on used.portfolio_id = portfolio.id
  where ${mainCurrencyOf(sql`used.currency`)} <> portfolio.currency`;

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
