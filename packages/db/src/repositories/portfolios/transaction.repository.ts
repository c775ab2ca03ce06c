import type { EntityManager } from '@mikro-orm/postgresql';
import type { TransactionType } from '@stockbook/common/transaction-types';
import { sql } from 'kysely';
import { Transaction } from '../../entities/portfolios.ts';
import type { Stock } from '../../entities/stocks.ts';
import type { Page } from '../page.ts';
import { isSeenBy } from '../stocks/stock-owner.ts';

/** A transaction as it is stored. Numbers are decimal texts without trailing zeros. */
export interface StoredTransaction {
  readonly id: string;
  readonly type: TransactionType;
  readonly date: string;
  readonly ordinal: number;
  readonly stockId: number | null;
  readonly quantity: string | null;
  readonly price: string | null;
  readonly amount: string | null;
  readonly currency: string;
  readonly fees: string;
  readonly taxes: string;
  readonly fxRate: string | null;
  readonly fxCurrency: string | null;
  readonly exDate: string | null;
  readonly toAmount: string | null;
  readonly toCurrency: string | null;
  readonly note: string | null;
  readonly externalId: string | null;
  readonly importId: string | null;
  readonly transferId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A transaction with its portfolio and stock. */
export interface TransactionRow extends StoredTransaction {
  readonly portfolioId: string;
  readonly symbol: string | null;
  /** Name of the stock. */
  readonly name: string | null;
  /** Currency of the stock's quotes, as its source or the user names it; null if neither does. */
  readonly quoteCurrency: string | null;
  /** Null without a stock. */
  readonly quotedIn: Stock['quotedIn'] | null;
}

/** The conditions of a list; without one, all transactions of the portfolio. */
export interface TransactionFilter {
  readonly type?: TransactionType | undefined;
  readonly symbol?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly importId?: string | undefined;
  /** Part of the symbol, the stock's name, the note or the external id, in any case. */
  readonly q?: string | undefined;
}

type Selected = Omit<TransactionRow, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: string;
  readonly updatedAt: string;
};

const toRow = (row: Selected): TransactionRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});

const columns = sql`
  t.id, t.portfolio_id as "portfolioId", t.type, t.date, t.ordinal, t.stock_id as "stockId", stock.symbol, stock.name,
  coalesce(stock.currency, quote.currency) as "quoteCurrency", stock.quoted_in as "quotedIn",
  trim_scale(t.quantity)::text as quantity, trim_scale(t.price)::text as price, trim_scale(t.amount)::text as amount,
  t.currency, trim_scale(t.fees)::text as fees, trim_scale(t.taxes)::text as taxes,
  trim_scale(t.fx_rate)::text as "fxRate", t.fx_currency as "fxCurrency", t.ex_date as "exDate",
  trim_scale(t.to_amount)::text as "toAmount", t.to_currency as "toCurrency", t.note, t.external_id as "externalId",
  t.import_id as "importId", t.transfer_id as "transferId", t.created_at as "createdAt", t.updated_at as "updatedAt"
`;

const source = sql`
  transaction t left join stock on stock.id = t.stock_id
  left join quote_currency quote on quote.portfolio_id = t.portfolio_id and quote.stock_id = t.stock_id
`;

/** Stores transactions of a portfolio that `tx` has locked, in one statement. */
export function addAll(
  tx: EntityManager,
  userId: string,
  portfolioId: string,
  transactions: readonly StoredTransaction[],
): Promise<void> {
  return addJson(tx, userId, portfolioId, JSON.stringify(transactions));
}

/**
 * Stores transactions of a portfolio that `tx` has locked, in one statement.
 * @param transactions a list of `StoredTransaction` in JSON
 */
export async function addJson(
  tx: EntityManager,
  userId: string,
  portfolioId: string,
  transactions: string,
): Promise<void> {
  await sql`
    insert into transaction (
      id, user_id, portfolio_id, type, date, ordinal, stock_id, quantity, price, amount, currency, fees, taxes,
      fx_rate, fx_currency, ex_date, to_amount, to_currency, note, external_id, import_id, transfer_id, created_at,
      updated_at
    )
    select id, ${userId}, ${portfolioId}, type, date, ordinal, "stockId", quantity, price, amount, currency, fees, taxes,
      "fxRate", "fxCurrency", "exDate", "toAmount", "toCurrency", note, "externalId", "importId", "transferId",
      "createdAt", "updatedAt"
    from json_to_recordset(${transactions}::json) as line (
      id uuid, type text, date date, ordinal int, "stockId" int, quantity numeric, price numeric, amount numeric,
      currency text, fees numeric, taxes numeric, "fxRate" numeric, "fxCurrency" text, "exDate" date,
      "toAmount" numeric, "toCurrency" text, note text, "externalId" text, "importId" uuid, "transferId" uuid,
      "createdAt" timestamptz, "updatedAt" timestamptz
    )
  `.execute(tx.getKysely());
}

/** Replaces a transaction of a portfolio that `tx` has locked. */
export async function replace(
  tx: EntityManager,
  userId: string,
  transaction: StoredTransaction,
): Promise<void> {
  await tx.nativeUpdate(
    Transaction,
    { id: transaction.id, user: userId },
    {
      type: transaction.type,
      date: transaction.date,
      ordinal: transaction.ordinal,
      stock: transaction.stockId,
      quantity: transaction.quantity,
      price: transaction.price,
      amount: transaction.amount,
      currency: transaction.currency,
      fees: transaction.fees,
      taxes: transaction.taxes,
      fxRate: transaction.fxRate,
      fxCurrency: transaction.fxCurrency,
      exDate: transaction.exDate,
      toAmount: transaction.toAmount,
      toCurrency: transaction.toCurrency,
      note: transaction.note,
      externalId: transaction.externalId,
      updatedAt: transaction.updatedAt,
    },
  );
}

/** Deletes a user's transactions. */
export async function removeAll(tx: EntityManager, userId: string, ids: readonly string[]): Promise<void> {
  await tx.nativeDelete(Transaction, { id: { $in: [...ids] }, user: userId });
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(Transaction, { user: userId });
}

export function countOfPortfolio(em: EntityManager, userId: string, portfolioId: string): Promise<number> {
  return em.count(Transaction, { user: userId, portfolio: portfolioId });
}

/** A user's transaction; null if it belongs to another user or portfolio. */
export async function findOfUser(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  id: string,
): Promise<TransactionRow | null> {
  const { rows } = await sql<Selected>`
    select ${columns} from ${source}
    where t.id = ${id} and t.portfolio_id = ${portfolioId} and t.user_id = ${userId}
  `.execute(em.getKysely());
  return rows.map(toRow)[0] ?? null;
}

/** The transactions of a transfer between two portfolios of a user: both, or the one that is left. */
export async function listOfTransfer(
  em: EntityManager,
  userId: string,
  transferId: string,
): Promise<TransactionRow[]> {
  const { rows } = await sql<Selected>`
    select ${columns} from ${source}
    where t.transfer_id = ${transferId} and t.user_id = ${userId} order by t.portfolio_id
  `.execute(em.getKysely());
  return rows.map(toRow);
}

/** The transactions of a portfolio with any of these stocks, in the order in which they are booked. */
export async function listOfStocks(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  stockIds: readonly number[],
): Promise<TransactionRow[]> {
  const { rows } = await sql<Selected>`
    select ${columns} from ${source}
    where t.portfolio_id = ${portfolioId} and t.user_id = ${userId} and t.stock_id = any(${stockIds}::int[])
    order by t.date, t.ordinal, t.id
  `.execute(em.getKysely());
  return rows.map(toRow);
}

/** The transactions of a portfolio on any of these days. */
export async function listOfDays(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  dates: readonly string[],
): Promise<TransactionRow[]> {
  const { rows } = await sql<Selected>`
    select ${columns} from ${source}
    where t.portfolio_id = ${portfolioId} and t.user_id = ${userId} and t.date = any(${dates}::date[])
    order by t.date, t.ordinal, t.id
  `.execute(em.getKysely());
  return rows.map(toRow);
}

/** The transactions of a portfolio with a rate of their own for any of these currencies, in the order of the book. */
export async function listRates(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  currencies: readonly string[],
): Promise<Pick<StoredTransaction, 'date' | 'currency' | 'fxRate' | 'fxCurrency'>[]> {
  const { rows } = await sql<Pick<StoredTransaction, 'date' | 'currency' | 'fxRate' | 'fxCurrency'>>`
    select date, currency, trim_scale(fx_rate)::text as "fxRate", fx_currency as "fxCurrency" from transaction
    where portfolio_id = ${portfolioId} and user_id = ${userId} and currency = any(${currencies}::text[])
      and fx_rate is not null
    order by date, ordinal, id
  `.execute(em.getKysely());
  return rows;
}

/** The number of different stocks in a portfolio's transactions. */
export async function countStocks(em: EntityManager, userId: string, portfolioId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct stock_id)::int as count from transaction
    where portfolio_id = ${portfolioId} and user_id = ${userId}
  `.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

/** A page of a portfolio's transactions, newest first, and the number of all that the filter matches. */
export async function list(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  { type, symbol, since, until, importId, q }: TransactionFilter,
  { limit, offset }: Page,
): Promise<[TransactionRow[], number]> {
  const pattern = q === undefined ? null : `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const condition = sql`
    t.portfolio_id = ${portfolioId} and t.user_id = ${userId}
    and (${type ?? null}::text is null or t.type = ${type ?? null})
    and (${symbol ?? null}::text is null or (stock.symbol = ${symbol ?? null} and ${isSeenBy(sql`t.user_id`)}))
    and (${since ?? null}::date is null or t.date >= ${since ?? null})
    and (${until ?? null}::date is null or t.date <= ${until ?? null})
    and (${importId ?? null}::uuid is null or t.import_id = ${importId ?? null})
    and (${pattern}::text is null or concat_ws(E'\n', stock.symbol, stock.name, t.note, t.external_id) ilike ${pattern})
  `;
  const db = em.getKysely();
  const { rows } = await sql<Selected>`
    select ${columns} from ${source} where ${condition}
    order by t.date desc, t.ordinal desc, t.id desc
    limit ${limit ?? null}::int offset ${offset ?? 0}::int
  `.execute(db);
  const { rows: totals } = await sql<{ total: number }>`
    select count(*)::int as total from ${source} where ${condition}
  `.execute(db);
  return [rows.map(toRow), totals[0]?.total ?? 0];
}

/** The last ordinal of each of these days in a portfolio that `tx` has locked; days without transactions are absent. */
export async function lastOrdinals(
  tx: EntityManager,
  portfolioId: string,
  dates: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ date: string; ordinal: number }>`
    select date, max(ordinal) as ordinal from transaction
    where portfolio_id = ${portfolioId} and date = any(${dates}::date[]) group by date
  `.execute(tx.getKysely());
  return new Map(rows.map(({ date, ordinal }) => [date, ordinal]));
}
