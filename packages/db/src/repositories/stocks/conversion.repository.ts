import type { EntityManager } from '@mikro-orm/postgresql';
import { hundredths } from '@stockbook/common/currencies';
import { type RawBuilder, sql } from 'kysely';
import { adaptedSize } from '../adapted-size.ts';

function mainCurrencyOf(code: RawBuilder<unknown>): RawBuilder<string> {
  const cases = Object.entries(hundredths).map(([part, main]) => sql`when ${part} then ${main}`);
  return sql`case ${code} ${sql.join(cases, sql` `)} else ${code} end`;
}

/**
 * The pairs of a main currency (`foreign_currency`) and the portfolio's own (`own_currency`) that each portfolio
 * (`portfolio_id`, `user_id`) converts: of its transactions, and of the quotes of its stocks and benchmark.
 */
const conversions = sql`
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

/** Bounds of the time of a page, far below `statement_timeout`: a page of other portfolios may be slower. */
const pageMs = { min: 20, max: 100 };
/** A portfolio has up to 20,000 transactions. */
const firstPortfoliosPerPage = 10;
const maxPortfoliosPerPage = 1_000;

interface ConversionsOfPortfolio {
  readonly id: string;
  readonly userId: string;
  /** As text: a `Date` has no microseconds, so that the next page would begin at the same portfolio. */
  readonly createdAt: string;
  readonly ownCurrency: string;
  readonly foreignCurrencies: readonly string[];
}

/** Yields the currencies that each portfolio converts: portfolios of a user one after the other, the oldest first. */
async function* conversionsOfPortfolios(em: EntityManager): AsyncGenerator<ConversionsOfPortfolio> {
  const first = '00000000-0000-0000-0000-000000000000';
  let after = { userId: first, createdAt: '-infinity', id: first };
  for (let size = firstPortfoliosPerPage; ; ) {
    const start = performance.now();
    const { rows }: { rows: ConversionsOfPortfolio[] } = await sql<ConversionsOfPortfolio>`
      select id, user_id as "userId", created_at::text as "createdAt", currency as "ownCurrency", array(
        select foreign_currency from (${conversions}) conversion where portfolio_id = page.id
      ) as "foreignCurrencies"
      from (
        select id, user_id, created_at, currency from portfolio
        where (user_id, created_at, id) > (${after.userId}::uuid, ${after.createdAt}::timestamptz, ${after.id}::uuid)
        order by user_id, created_at, id limit ${size}
      ) page order by user_id, created_at, id
    `.execute(em.getKysely());
    const ms = performance.now() - start;
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last;
    size = adaptedSize(size, ms, pageMs, maxPortfoliosPerPage);
  }
}

/**
 * The currencies that portfolios convert, and overviews of all portfolios of a user, which are shown in the currency of
 * the oldest; by currency of the portfolio or overview, each with one of the users who convert it. The number of rows
 * does not grow with users.
 */
export async function listAll(
  em: EntityManager,
): Promise<{ userId: string; ownCurrency: string; foreignCurrencies: string[] }[]> {
  const found = new Map<string, { userId: string; ownCurrency: string; foreignCurrency: string }>();
  function add(userId: string, ownCurrency: string, foreignCurrency: string): void {
    const key = `${ownCurrency} ${foreignCurrency}`;
    if (ownCurrency === foreignCurrency || found.has(key)) return;
    found.set(key, { userId, ownCurrency, foreignCurrency });
  }
  let overview = { userId: '', currency: '' };
  for await (const { userId, ownCurrency, foreignCurrencies } of conversionsOfPortfolios(em)) {
    if (overview.userId !== userId) overview = { userId, currency: ownCurrency };
    for (const currency of foreignCurrencies) add(userId, ownCurrency, currency);
    for (const currency of [ownCurrency, ...foreignCurrencies]) add(userId, overview.currency, currency);
  }
  const groups = Map.groupBy(found.values(), ({ userId, ownCurrency }) => `${ownCurrency} ${userId}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { userId, ownCurrency } = first;
    return [
      { userId, ownCurrency, foreignCurrencies: group.map(({ foreignCurrency }) => foreignCurrency).sort() },
    ];
  });
}

/** The currencies that a portfolio converts into its own. */
export async function listForeignCurrencies(em: EntityManager, portfolioId: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select foreign_currency as currency from (${conversions}) conversion where portfolio_id = ${portfolioId} order by 1
  `.execute(em.getKysely());
  return rows.map(({ currency }) => currency);
}
