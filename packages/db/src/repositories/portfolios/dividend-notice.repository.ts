import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SplitChoice } from '../../entities/portfolios.ts';
import type { StoredTransaction } from './transaction.repository.ts';

/** A transaction of a stock, with numbers as decimal texts. */
export type HolderTransaction = Omit<
  StoredTransaction,
  'note' | 'externalId' | 'importId' | 'createdAt' | 'updatedAt'
>;

/** A portfolio that wants notices, with all that its suggested dividends of one stock depend on. */
export interface DividendHolder {
  readonly portfolioId: string;
  readonly userId: string;
  readonly name: string;
  readonly currency: string;
  readonly transactions: readonly HolderTransaction[];
  readonly dismissed: readonly string[];
  readonly splitChoices: readonly Pick<SplitChoice, 'exDate' | 'choice'>[];
  /** As the user named it; null without. */
  readonly quoteCurrency: string | null;
}

/** The portfolios of all users with transactions of a stock that want notices of dividends. */
export async function listHolders(em: EntityManager, stockId: number): Promise<DividendHolder[]> {
  const { rows } = await sql<DividendHolder>`
    select portfolio.id as "portfolioId", portfolio.user_id as "userId", portfolio.name, portfolio.currency,
      own.transactions, quote.currency as "quoteCurrency",
      coalesce((select jsonb_agg(ex_date) from dismissed_dividend
        where portfolio_id = portfolio.id and stock_id = ${stockId}), '[]') as dismissed,
      coalesce((select jsonb_agg(jsonb_build_object('exDate', ex_date, 'choice', choice)) from split_choice
        where portfolio_id = portfolio.id and stock_id = ${stockId}), '[]') as "splitChoices"
    from (
        select t.portfolio_id, jsonb_agg(jsonb_build_object(
          'id', t.id, 'type', t.type, 'date', t.date, 'ordinal', t.ordinal, 'stockId', t.stock_id,
          'quantity', t.quantity::text, 'price', t.price::text, 'amount', t.amount::text, 'currency', t.currency,
          'fees', t.fees::text, 'taxes', t.taxes::text, 'fxRate', t.fx_rate::text, 'fxCurrency', t.fx_currency,
          'exDate', t.ex_date, 'toAmount', t.to_amount::text, 'toCurrency', t.to_currency, 'transferId', t.transfer_id
        )) as transactions
        from transaction t where t.stock_id = ${stockId} group by t.portfolio_id
      ) own
      join portfolio on portfolio.id = own.portfolio_id and portfolio.notify_dividends
      left join quote_currency quote on quote.portfolio_id = portfolio.id and quote.stock_id = ${stockId}
    order by portfolio.id
  `.execute(em.getKysely());
  return rows;
}

/** The notices about a stock and days that inboxes have. */
export async function listNotices(
  em: EntityManager,
  stockId: number,
  days: readonly string[],
): Promise<{ userId: string; day: string; sentence: string }[]> {
  const { rows } = await sql<{ userId: string; day: string; sentence: string }>`
    select user_id as "userId", bar_date as day, sentence from signal
    where kind = 'notice' and stock_id = ${stockId} and bar_date = any(${days}::date[])
  `.execute(em.getKysely());
  return rows;
}
