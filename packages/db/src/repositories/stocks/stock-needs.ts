import { hundredths } from '@stockbook/common/currencies';
import { type RawBuilder, sql } from 'kysely';

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

/** Of `conversion`, those of the overview of all portfolios of a user, which is shown in the currency of the oldest. */
const overviewConversions = sql`
  select part.user_id, overview.currency as own_currency, part.currency as foreign_currency
  from (
      select user_id, currency from portfolio
      union select user_id, foreign_currency from conversion
    ) part
    join (
      select distinct on (user_id) user_id, currency from portfolio order by user_id, created_at, id
    ) overview on overview.user_id = part.user_id and overview.currency <> part.currency`;

/**
 * The currencies that portfolios and overviews convert (`foreign_currency`), by user and `own_currency`. Materialized:
 * the currencies of all transactions are read once, and not for each portfolio.
 */
export const allConversions = sql`
  with conversion as materialized (${conversions})
  select user_id, own_currency, foreign_currency from conversion union ${overviewConversions}`;

/** The symbols of all pairs that a rate may come from: direct, or through the dollar or the euro. */
const pairSymbols = sql`
  select pair.base || pair.quote || '=X'
  from (${allConversions}) conversion
    cross join lateral (values
      (foreign_currency, own_currency), (foreign_currency, 'USD'), (own_currency, 'USD'),
      (foreign_currency, 'EUR'), (own_currency, 'EUR')
    ) leg (one, other)
    cross join lateral (values (one, other), (other, one)) pair (base, quote)`;

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
 * Whether a row of `stock` has any of the reasons, or a portfolio converts with it. Each reason is a look-up in an
 * index for one stock, and one hash table for the nightly clean-up, which reads all stocks. Of pairs, it reads the
 * currencies of all transactions, once in a statement.
 */
export const isNeeded = anyOf([
  ...reasons,
  sql`(stock.symbol like '%=X' and stock.symbol in (${pairSymbols}))`,
]);

/**
 * The same for a job of every few minutes, which cannot read the currencies of all transactions: a pair is needed until
 * the nightly clean-up has found that no portfolio converts with it, and again from the transaction that brings its
 * currency (`keepStored`).
 */
export const isNeededByNote = anyOf([
  ...reasons,
  sql`(stock.symbol like '%=X' and stock.untracked_since is null)`,
]);
