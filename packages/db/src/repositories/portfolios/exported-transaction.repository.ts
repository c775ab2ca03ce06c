import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { TransactionRow } from './transaction.repository.ts';

/** A transaction with the ISIN of its stock, by which other programs know it. */
export interface ExportedTransaction extends TransactionRow {
  readonly isin: string | null;
}

interface ExportedPage {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

type Selected = Omit<ExportedTransaction, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** A page of the transactions of a user's portfolio, in the order in which they are booked. */
export async function listPage(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  { since, until, limit, offset }: ExportedPage,
): Promise<ExportedTransaction[]> {
  const { rows } = await sql<Selected>`
    select t.id, t.portfolio_id as "portfolioId", t.type, t.date, t.ordinal, t.stock_id as "stockId", stock.symbol,
      stock.isin, stock.name, coalesce(stock.currency, quote.currency) as "quoteCurrency", stock.quoted_in as "quotedIn",
      trim_scale(t.quantity)::text as quantity, trim_scale(t.price)::text as price, trim_scale(t.amount)::text as amount,
      t.currency, trim_scale(t.fees)::text as fees, trim_scale(t.taxes)::text as taxes,
      trim_scale(t.fx_rate)::text as "fxRate", t.fx_currency as "fxCurrency", t.ex_date as "exDate",
      trim_scale(t.to_amount)::text as "toAmount", t.to_currency as "toCurrency", t.note,
      t.external_id as "externalId", t.import_id as "importId", t.transfer_id as "transferId",
      t.created_at as "createdAt", t.updated_at as "updatedAt"
    from transaction t left join stock on stock.id = t.stock_id
      left join quote_currency quote on quote.portfolio_id = t.portfolio_id and quote.stock_id = t.stock_id
    where t.portfolio_id = ${portfolioId} and t.user_id = ${userId}
      and (${since ?? null}::date is null or t.date >= ${since ?? null})
      and (${until ?? null}::date is null or t.date <= ${until ?? null})
    order by t.date, t.ordinal, t.id
    limit ${limit} offset ${offset}
  `.execute(em.getKysely());
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }));
}
