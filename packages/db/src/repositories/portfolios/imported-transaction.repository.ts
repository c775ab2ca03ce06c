import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Transaction } from '../../entities/portfolios.ts';
import type { StoredTransaction } from './transaction.repository.ts';

/** A stored transaction as far as imports are compared with it, and sales are covered by it. */
export interface ComparedTransaction extends Omit<StoredTransaction, 'note' | 'createdAt' | 'updatedAt'> {
  readonly portfolioId: string;
  readonly symbol: string | null;
}

/**
 * All transactions of a portfolio in JSON: a list of `ComparedTransaction`. Text, because only a calculation thread
 * reads it.
 */
export async function readCompared(em: EntityManager, userId: string, portfolioId: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select coalesce(json_agg(compared), '[]')::text as text
    from (
      select t.id, t.portfolio_id as "portfolioId", t.type, t.date, t.ordinal, t.stock_id as "stockId", stock.symbol,
        trim_scale(t.quantity)::text as quantity, trim_scale(t.price)::text as price,
        trim_scale(t.amount)::text as amount, t.currency, trim_scale(t.fees)::text as fees,
        trim_scale(t.taxes)::text as taxes, trim_scale(t.fx_rate)::text as "fxRate", t.fx_currency as "fxCurrency",
        t.ex_date as "exDate", trim_scale(t.to_amount)::text as "toAmount", t.to_currency as "toCurrency",
        t.external_id as "externalId", t.import_id as "importId", t.transfer_id as "transferId"
      from transaction t left join stock on stock.id = t.stock_id
      where t.portfolio_id = ${portfolioId} and t.user_id = ${userId}
    ) compared
  `.execute(em.getKysely());
  return rows[0]?.text ?? '[]';
}

/** The stocks of the transactions of a user's import. */
export async function listStocksOfImport(
  em: EntityManager,
  userId: string,
  importId: string,
): Promise<{ readonly id: number; readonly symbol: string }[]> {
  const { rows } = await sql<{ id: number; symbol: string }>`
    select id, symbol from stock where id in (
      select stock_id from transaction where import_id = ${importId} and user_id = ${userId}
    )
  `.execute(em.getKysely());
  return rows;
}

/** Deletes the transactions of an import of a portfolio that `tx` has locked. @returns their number */
export function removeOfImport(tx: EntityManager, userId: string, importId: string): Promise<number> {
  return tx.nativeDelete(Transaction, { import: importId, user: userId });
}

/** Whether a portfolio has any of these ids of a broker, in a transaction other than `exceptId`. */
export async function hasExternalId(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  externalIds: readonly string[],
  exceptId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from transaction
    where portfolio_id = ${portfolioId} and user_id = ${userId} and external_id = any(${externalIds}::text[])
      and id is distinct from ${exceptId}::uuid
    limit 1
  `.execute(em.getKysely());
  return rows.length > 0;
}
