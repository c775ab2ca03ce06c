import type { EntityManager } from '@mikro-orm/postgresql';
import { dayNumber } from '@stockbook/common/days';
import { type RawBuilder, sql } from 'kysely';
import type { Portfolio } from '../../entities/portfolios.ts';
import type { Stock } from '../../entities/stocks.ts';
import { sharedFloatsFromBase64, sharedIntegersFromBase64 } from '../packed-numbers.ts';
import type { DividendRow, SplitRow } from '../stocks/stock-action.repository.ts';
import { isSeenBy } from '../stocks/stock-owner.ts';

/** A portfolio whose figures are computed. Percentages are decimal texts. */
export type BookPortfolio = Pick<
  Portfolio,
  | 'id'
  | 'name'
  | 'currency'
  | 'cashTracking'
  | 'costMethod'
  | 'taxYearStart'
  | 'dividendTaxPercent'
  | 'riskFreePercent'
> & { readonly benchmark: string | null };

/** Everything by which the rows of a book are found. A book changes only if one of these or a stock of it does. */
export interface BookScope {
  /** Oldest first. */
  readonly portfolios: readonly BookPortfolio[];
  /** Revisions of all portfolios with transactions of the book, by id. */
  readonly revisions: Readonly<Record<string, string>>;
  readonly stockIds: readonly number[];
  /** The currencies and revisions of these stocks, as text: `currencies` changes only if this or a revision does. */
  readonly stockStates: string;
  /** Day of the first transaction, `YYYY-MM-DD`; null without one. */
  readonly firstDate: string | null;
  /** Of transactions, portfolios and quotes; hundredths under their own names. */
  readonly currencies: readonly string[];
}

/**
 * The portfolios of a book: those requested, and those from which a transfer brought shares in, with the stocks that
 * their lots are needed of (null: all).
 */
function sourcesOf(
  userId: string,
  portfolioIds: readonly string[],
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`recursive source (portfolio_id, stock_id) as (
    select id, null::int from portfolio where user_id = ${userId} and id = any(${portfolioIds}::uuid[])
    union
    select leaving.portfolio_id, leaving.stock_id
    from source
      join transaction arriving on arriving.portfolio_id = source.portfolio_id and arriving.type = 'TRANSFER_IN'
        and arriving.transfer_id is not null and arriving.stock_id = coalesce(source.stock_id, arriving.stock_id)
      join transaction leaving on leaving.transfer_id = arriving.transfer_id and leaving.type = 'TRANSFER_OUT'
        and leaving.user_id = ${userId}
  ), part as (
    select portfolio_id, case when bool_or(stock_id is null) then null else array_agg(stock_id) end as stock_ids
    from source group by portfolio_id
  ), line as (
    select ${columns} from part join transaction t on t.portfolio_id = part.portfolio_id
      and (part.stock_ids is null or t.stock_id = any(part.stock_ids))
  )`;
}

/** The portfolios of `own`, oldest first. */
const portfolioFields = sql`(select coalesce(json_agg(json_build_object(
  'id', own.id, 'name', own.name, 'currency', own.currency, 'cashTracking', cash_tracking, 'costMethod', cost_method,
  'taxYearStart', tax_year_start, 'dividendTaxPercent', dividend_tax_percent::text,
  'riskFreePercent', risk_free_percent::text, 'benchmark', stock.symbol
) order by own.created_at, own.id), '[]') from own left join stock on stock.id = own.benchmark_id) as portfolios`;

/** The revisions of portfolios. A restored backup repeats them, but not the transactions that wrote the rows. */
function revisionsOf(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_object_agg(id, concat(revision, ' ', xmin) order by id), '{}')
    from portfolio where id = any(${ids})) as revisions`;
}

function ownPortfolios(userId: string, portfolioIds: readonly string[]): RawBuilder<unknown> {
  return sql`own as (
    select * from portfolio where user_id = ${userId} and id = any(${portfolioIds}::uuid[])
  )`;
}

/** Few, because the transactions are read several times. */
const scopeColumns = sql`t.stock_id, t.date, t.currency, t.to_currency, t.fx_currency`;

/** The scope of a book of a user's portfolios; other users' ids are ignored. */
export async function readScope(
  em: EntityManager,
  userId: string,
  portfolioIds: readonly string[],
): Promise<BookScope> {
  const { rows } = await sql<BookScope>`
    with ${sourcesOf(userId, portfolioIds, scopeColumns)}, ${ownPortfolios(userId, portfolioIds)}, held as (
      select id, currency, bars_revision from stock
      where id in (select stock_id from line where stock_id is not null)
    )
    select ${portfolioFields}, ${revisionsOf(sql`array(select portfolio_id from part)`)},
      (select coalesce(json_agg(id order by id), '[]') from held) as "stockIds",
      (select coalesce(string_agg(concat_ws(' ', id, currency, bars_revision), ',' order by id), '') from held)
        as "stockStates",
      (select min(date) from line) as "firstDate",
      (select coalesce(json_agg(currency order by currency), '[]') from (
        select currency from own
        union select unnest(array[currency, to_currency, fx_currency]) from line
        union select currency from held
        union select currency from stock_dividend where stock_id in (select id from held)
        union select currency from quote_currency where portfolio_id in (select id from own)
      ) named where currency is not null) as currencies
  `.execute(em.getKysely());
  const [scope] = rows;
  if (!scope) throw new Error('The aggregate returned no row');
  return scope;
}

/** The parts of a scope that show whether the rest of it has changed, for `sourceIds`, the keys of its revisions. */
export async function readScopeStates(
  em: EntityManager,
  userId: string,
  portfolioIds: readonly string[],
  sourceIds: readonly string[],
): Promise<Pick<BookScope, 'portfolios' | 'revisions'>> {
  const { rows } = await sql<Pick<BookScope, 'portfolios' | 'revisions'>>`
    with ${ownPortfolios(userId, portfolioIds)}
    select ${portfolioFields}, ${revisionsOf(sql`${sourceIds}::uuid[]`)}
  `.execute(em.getKysely());
  return rows[0] ?? { portfolios: [], revisions: {} };
}

/** The ids of a user's portfolios, oldest first; with a symbol, of those with transactions of that stock. */
export async function listIds(
  em: EntityManager,
  userId: string,
  symbol: string | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from portfolio
    where user_id = ${userId} and (${symbol}::text is null or exists (
      select from transaction t join stock on stock.id = t.stock_id
      where t.portfolio_id = portfolio.id and stock.symbol = ${symbol} and ${isSeenBy(userId)}
    ))
    order by created_at, id
  `.execute(em.getKysely());
  return rows.map(({ id }) => id);
}

/**
 * Facts of a stock or currency pair that figures depend on, besides its bars, splits and dividends, for which its
 * revision stands. `barCount` and `lastClose` because a restored database repeats revisions.
 */
export type BookStock = Pick<
  Stock,
  | 'id'
  | 'symbol'
  | 'name'
  | 'isin'
  | 'exchange'
  | 'sector'
  | 'currency'
  | 'type'
  | 'dataSource'
  | 'quotedIn'
  | 'remind'
  | 'barCount'
  | 'lastClose'
  | 'barsRevision'
  | 'lastError'
> & {
  /** Day of the last successful fetch, `YYYY-MM-DD`; null unless the last fetch has failed. */
  readonly fetchedOn: string | null;
  /** The stock that an own instrument follows; null for all others. */
  readonly linkedTo: string | null;
};

/** The stocks with these ids, and those that a user means by symbols. */
export async function listStocks(
  em: EntityManager,
  userId: string,
  ids: readonly number[],
  symbols: readonly string[],
): Promise<BookStock[]> {
  const { rows } = await sql<BookStock>`
    select id, symbol, name, isin, exchange, sector, currency, type, data_source as "dataSource",
      quoted_in as "quotedIn", remind, bar_count as "barCount", last_close as "lastClose", bars_revision as "barsRevision", last_error as "lastError",
      case when last_error is not null then (last_fetched_at at time zone 'UTC')::date end as "fetchedOn",
      case when pricing = 'linked' then terms ->> 'symbol' end as "linkedTo"
    from stock where ${isSeenBy(userId)} and (id = any(${ids}::int[]) or symbol = any(${symbols}::text[]))
    order by id
  `.execute(em.getKysely());
  return rows;
}

const decimal = (column: string) => sql`trim_scale(${sql.ref(column)})`;

/** In the order of `unpackBook` in `@stockbook/portfolio`. */
const fields = [
  ...['line.id', 'portfolio_id', 'line.type', 'date', 'ordinal', 'stock.symbol'].map((name) => sql.ref(name)),
  decimal('quantity'),
  // As money: those of bonds are per cent of the nominal value.
  sql`trim_scale(price * case when stock.quoted_in = 'percent' then 0.01 else 1 end)`,
  decimal('amount'),
  sql.ref('line.currency'),
  ...['fees', 'taxes', 'fx_rate'].map(decimal),
  ...['fx_currency', 'ex_date'].map((name) => sql.ref(name)),
  decimal('to_amount'),
  ...['to_currency', 'transfer_id'].map((name) => sql.ref(name)),
];

/** About 150 kB: the driver copies a long row several times, which the event loop then collects as garbage. */
const linesPerRow = 1_000;

/**
 * The transactions of a book as text, by date, ordinal and id: a line for each, its fields separated by tabs. Writing
 * them as JSON takes three times as long. Only a calculation thread reads the text.
 */
export async function readTransactions(
  em: EntityManager,
  userId: string,
  portfolioIds: readonly string[],
): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    with ${sourcesOf(userId, portfolioIds, sql`t.*`)}
    select string_agg(text, E'\\n' order by number) as text from (
      select concat(${sql.join(fields, sql`, E'\\t', `)}) as text,
        row_number() over (order by date, ordinal, line.id) as number
      from line left join stock on stock.id = line.stock_id
    ) numbered
    group by (number - 1) / ${linesPerRow}::int order by min(number)
  `.execute(em.getKysely());
  return rows.map(({ text }) => text).join('\n');
}

/** The closes of a stock, oldest first. Threads share their memory: nothing is copied when a book is sent to one. */
export interface Closes {
  /** Days since 1970-01-01. */
  readonly days: Int32Array;
  readonly closes: Float64Array;
}

/**
 * The closes of stocks by their ids, in one statement, from the last one at or before a day on: they are the prices of
 * the day and of all later ones. Stocks without bars are absent.
 * @param from `YYYY-MM-DD`
 */
export async function readCloses(
  em: EntityManager,
  stockIds: readonly number[],
  from: string,
): Promise<ReadonlyMap<number, Closes>> {
  if (stockIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; days: string | null; closes: string | null }>`
    select stock.id, packed.days, packed.closes
    from unnest(${stockIds}::int[]) stock (id), lateral (
      select coalesce(max(year), 0) as year from packed_closes
      where stock_id = stock.id and year < ${Number(from.slice(0, 4))}::int
    ) before, lateral (
      select encode(string_agg(days, '' order by year), 'base64') as days,
        encode(string_agg(closes, '' order by year), 'base64') as closes
      from packed_closes where stock_id = stock.id and year >= before.year
    ) packed
  `.execute(em.getKysely());
  const firstDay = dayNumber(from);
  return new Map(
    rows
      .filter(({ days }) => days !== null)
      .map(({ id, days: packedDays, closes }) => {
        const days = sharedIntegersFromBase64(packedDays);
        const later = days.findIndex((day) => day > firstDay);
        const first = Math.max(0, (later === -1 ? days.length : later) - 1);
        return [id, { days: days.subarray(first), closes: sharedFloatsFromBase64(closes).subarray(first) }];
      }),
  );
}

/** The splits and dividends of stocks by their ids, oldest first. Stocks without any are absent. */
export async function readActions(
  em: EntityManager,
  stockIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly splits: SplitRow[]; readonly dividends: DividendRow[] }>> {
  const { rows } = await sql<{ id: number; splits: SplitRow[]; dividends: DividendRow[] }>`
    select stock.id, coalesce(splits, '[]') as splits, coalesce(dividends, '[]') as dividends
    from unnest(${stockIds}::int[]) stock (id)
      left join (
        select stock_id, json_agg(json_build_object(
          'exDate', ex_date, 'numerator', numerator, 'denominator', denominator) order by ex_date) as splits
        from stock_split where stock_id = any(${stockIds}::int[]) group by stock_id
      ) split on split.stock_id = stock.id
      left join (
        select stock_id, json_agg(json_build_object(
          'exDate', ex_date, 'amount', amount, 'currency', currency) order by ex_date) as dividends
        from stock_dividend where stock_id = any(${stockIds}::int[]) group by stock_id
      ) dividend on dividend.stock_id = stock.id
    where splits is not null or dividends is not null
  `.execute(em.getKysely());
  return new Map(rows.map(({ id, splits, dividends }) => [id, { splits, dividends }]));
}
