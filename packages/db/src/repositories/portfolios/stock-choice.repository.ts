import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SplitChoice } from '../../entities/portfolios.ts';

/** A choice of a user about a stock in one portfolio. */
interface OfStock {
  readonly portfolioId: string;
  readonly stockId: number;
  readonly symbol: string;
}

export interface SplitChoiceRow extends OfStock, Pick<SplitChoice, 'exDate' | 'choice'> {}

export interface QuoteCurrencyRow extends OfStock {
  readonly currency: string;
}

export interface DismissedDividendRow extends OfStock {
  readonly exDate: string;
}

/** The choices about splits in portfolios of a user. */
export async function listSplitChoices(
  em: EntityManager,
  userId: string,
  portfolioIds: readonly string[],
): Promise<SplitChoiceRow[]> {
  const { rows } = await sql<SplitChoiceRow>`
    select portfolio_id as "portfolioId", stock_id as "stockId", symbol, ex_date as "exDate", choice
    from split_choice join stock on stock.id = stock_id join portfolio on portfolio.id = portfolio_id
    where portfolio.user_id = ${userId} and portfolio_id = any(${portfolioIds}::uuid[])
    order by symbol, ex_date
  `.execute(em.getKysely());
  return rows;
}

/** The currencies of quotes that a user has named in portfolios. */
export async function listQuoteCurrencies(
  em: EntityManager,
  userId: string,
  portfolioIds: readonly string[],
): Promise<QuoteCurrencyRow[]> {
  const { rows } = await sql<QuoteCurrencyRow>`
    select portfolio_id as "portfolioId", stock_id as "stockId", symbol, quote_currency.currency
    from quote_currency join stock on stock.id = stock_id join portfolio on portfolio.id = portfolio_id
    where portfolio.user_id = ${userId} and portfolio_id = any(${portfolioIds}::uuid[])
    order by symbol
  `.execute(em.getKysely());
  return rows;
}

/** The dividends that portfolios of a user no longer suggest. */
export async function listDismissedDividends(
  em: EntityManager,
  userId: string,
  portfolioIds: readonly string[],
): Promise<DismissedDividendRow[]> {
  const { rows } = await sql<DismissedDividendRow>`
    select portfolio_id as "portfolioId", stock_id as "stockId", symbol, ex_date as "exDate"
    from dismissed_dividend join stock on stock.id = stock_id join portfolio on portfolio.id = portfolio_id
    where portfolio.user_id = ${userId} and portfolio_id = any(${portfolioIds}::uuid[])
    order by symbol, ex_date
  `.execute(em.getKysely());
  return rows;
}

/** Stores a choice about a split in a portfolio that `tx` has locked. */
export async function setSplitChoice(
  tx: EntityManager,
  { portfolioId, stockId, exDate, choice }: Omit<SplitChoiceRow, 'symbol'>,
): Promise<void> {
  await sql`
    insert into split_choice (portfolio_id, stock_id, ex_date, choice)
    values (${portfolioId}, ${stockId}, ${exDate}, ${choice})
    on conflict (portfolio_id, stock_id, ex_date) do update set choice = excluded.choice
  `.execute(tx.getKysely());
}

/** Removes a choice about a split from a portfolio that `tx` has locked. */
export async function removeSplitChoice(
  tx: EntityManager,
  { portfolioId, stockId, exDate }: Pick<SplitChoiceRow, 'portfolioId' | 'stockId' | 'exDate'>,
): Promise<void> {
  await sql`
    delete from split_choice
    where portfolio_id = ${portfolioId} and stock_id = ${stockId} and ex_date = ${exDate}
  `.execute(tx.getKysely());
}

/** Stores the currency of a stock's quotes in a portfolio that `tx` has locked. */
export async function setQuoteCurrency(
  tx: EntityManager,
  { portfolioId, stockId, currency }: Omit<QuoteCurrencyRow, 'symbol'>,
): Promise<void> {
  await sql`
    insert into quote_currency (portfolio_id, stock_id, currency) values (${portfolioId}, ${stockId}, ${currency})
    on conflict (portfolio_id, stock_id) do update set currency = excluded.currency
  `.execute(tx.getKysely());
}

/** Dismisses a dividend in a portfolio that `tx` has locked. */
export async function dismissDividend(
  tx: EntityManager,
  { portfolioId, stockId, exDate }: Omit<DismissedDividendRow, 'symbol'>,
): Promise<void> {
  await sql`
    insert into dismissed_dividend (portfolio_id, stock_id, ex_date) values (${portfolioId}, ${stockId}, ${exDate})
    on conflict do nothing
  `.execute(tx.getKysely());
}
