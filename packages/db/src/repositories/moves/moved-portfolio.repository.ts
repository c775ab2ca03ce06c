import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { movePreset } from '../portfolios/portfolio-import.repository.ts';
import type { StoredTransaction } from '../portfolios/transaction.repository.ts';
import { isSeenBy } from '../stocks/stock-owner.ts';

/** A portfolio that moves have stored transactions in, with what the mappings of their imports tell. */
export interface MovedPortfolio {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  /** The keys of the accounts that it came from. */
  readonly accounts: readonly string[];
  /** The own instruments by the keys of securities. */
  readonly instruments: Readonly<Record<string, string>>;
  readonly externalIds: readonly string[];
}

/** The portfolios of a user that came from a program. */
export async function listOfProgram(
  em: EntityManager,
  userId: string,
  program: string,
): Promise<MovedPortfolio[]> {
  const { rows } = await sql<MovedPortfolio>`
    select portfolio.id, portfolio.name, portfolio.currency,
      (
        select coalesce(jsonb_agg(distinct account), '[]')
        from portfolio_import own, jsonb_array_elements_text(own.mapping -> 'accounts') as account
        where own.portfolio_id = portfolio.id and own.preset = ${movePreset}
          and own.mapping ->> 'program' = ${program}
      ) as accounts,
      (
        select coalesce(jsonb_object_agg(key, value), '{}')
        from portfolio_import own, jsonb_each_text(own.mapping -> 'instruments')
        where own.portfolio_id = portfolio.id and own.preset = ${movePreset}
          and own.mapping ->> 'program' = ${program}
      ) as instruments,
      array(
        select external_id from transaction
        where portfolio_id = portfolio.id and external_id is not null order by external_id
      ) as "externalIds"
    from portfolio
    where portfolio.user_id = ${userId} and exists (
      select from portfolio_import own
      where own.portfolio_id = portfolio.id and own.preset = ${movePreset} and own.mapping ->> 'program' = ${program}
    )
    order by portfolio.created_at, portfolio.id
  `.execute(em.getKysely());
  return rows;
}

/** The number of transactions of portfolios that none of these imports has stored. */
export async function countOthers(
  tx: EntityManager,
  userId: string,
  portfolioIds: readonly string[],
  importIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transaction
    where user_id = ${userId} and portfolio_id = any(${portfolioIds}::uuid[])
      and (import_id is null or import_id <> all(${importIds}::uuid[]))
  `.execute(tx.getKysely());
  return rows[0]?.count ?? 0;
}

/** The portfolios of imports of a user that are still there. */
export async function listOfImports(
  em: EntityManager,
  userId: string,
  importIds: readonly string[],
): Promise<{ readonly importId: string; readonly portfolioId: string }[]> {
  const { rows } = await sql<{ importId: string; portfolioId: string }>`
    select own.id as "importId", portfolio_id as "portfolioId"
    from portfolio_import own join portfolio on portfolio.id = portfolio_id
    where portfolio.user_id = ${userId} and own.id = any(${importIds}::uuid[])
    order by portfolio_id, own.id
  `.execute(em.getKysely());
  return rows;
}

const hasOwn = (table: string) => sql`exists (
  select from ${sql.table(table)} own where own.user_id = link.user_id and own.stock_id = link.stock_id
)`;

const isUsedBy = sql.join(
  ['stock_list_entry', 'calculated_indicator', 'drawing_set', 'signal_rule', 'transaction'].map(hasOwn),
  sql` or `,
);

/** The entries of a user's watch list, among these stocks, on which nothing is put. */
export async function listUnusedEntries(
  tx: EntityManager,
  userId: string,
  stockIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select link.stock_id as id
    from user_stock link join stock on stock.id = link.stock_id
    where link.user_id = ${userId} and link.stock_id = any(${stockIds}::int[])
      and not (link.is_favorite or link.notify_on_signals or link.notes is not null) and not (${isUsedBy})
      and not exists (
        select from journal_entry own
        where own.user_id = link.user_id and own.symbol = stock.symbol and ${isSeenBy(sql`own.user_id`)}
      )
    order by link.stock_id
  `.execute(tx.getKysely());
  return rows.map(({ id }) => id);
}

/** Own instruments of a user, among these stocks, with whether anything still needs them. */
export async function listInstruments(
  tx: EntityManager,
  userId: string,
  stockIds: readonly number[],
): Promise<{ readonly id: number; readonly symbol: string; readonly isUsed: boolean }[]> {
  const { rows } = await sql<{ id: number; symbol: string; isUsed: boolean }>`
    select id, symbol, (
      exists (select from user_stock where stock_id = stock.id)
      or exists (select from transaction where stock_id = stock.id)
      or exists (select from portfolio_tag_share where stock_id = stock.id)
      or exists (select from portfolio_target where stock_id = stock.id)
      or exists (select from portfolio where benchmark_id = stock.id)
      or exists (
        select from stock other where other.owner_id = stock.owner_id and other.terms ->> 'symbol' = stock.symbol
      )
    ) as "isUsed"
    from stock where owner_id = ${userId} and id = any(${stockIds}::int[])
    order by id
  `.execute(tx.getKysely());
  return rows;
}

/** A stored transaction as far as a move is compared with its files. */
export interface MovedTransaction
  extends Pick<
    StoredTransaction,
    | 'type'
    | 'date'
    | 'quantity'
    | 'price'
    | 'amount'
    | 'currency'
    | 'fees'
    | 'taxes'
    | 'fxRate'
    | 'toAmount'
    | 'toCurrency'
  > {
  readonly portfolioId: string;
  readonly symbol: string | null;
}

/**
 * The transactions of imports, those of portfolios with any of some external ids, and those with some ids, in the
 * order in which they are booked.
 */
export async function listTransactions(
  tx: EntityManager,
  userId: string,
  {
    importIds,
    portfolioIds,
    externalIds,
    ids,
  }: Readonly<Record<'importIds' | 'portfolioIds' | 'externalIds' | 'ids', readonly string[]>>,
): Promise<MovedTransaction[]> {
  const { rows } = await sql<MovedTransaction>`
    select t.portfolio_id as "portfolioId", t.type, t.date, stock.symbol, trim_scale(t.quantity)::text as quantity,
      trim_scale(t.price)::text as price, trim_scale(t.amount)::text as amount, t.currency,
      trim_scale(t.fees)::text as fees, trim_scale(t.taxes)::text as taxes, trim_scale(t.fx_rate)::text as "fxRate",
      trim_scale(t.to_amount)::text as "toAmount", t.to_currency as "toCurrency"
    from transaction t left join stock on stock.id = t.stock_id
    where t.user_id = ${userId} and (
      t.import_id = any(${importIds}::uuid[])
      or (t.portfolio_id = any(${portfolioIds}::uuid[]) and t.external_id = any(${externalIds}::text[]))
      or t.id = any(${ids}::uuid[])
    )
    order by t.date, t.ordinal, t.id
  `.execute(tx.getKysely());
  return rows;
}
