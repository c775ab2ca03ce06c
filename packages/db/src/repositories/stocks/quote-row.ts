import { sql } from 'kysely';
import type { StockQuote } from '../../entities/quotes.ts';
import type { Stock } from '../../entities/stocks.ts';

/** The quote of a stock, all null until the first one. */
export type QuoteValues = Pick<
  StockQuote,
  | 'source'
  | 'sourceName'
  | 'currency'
  | 'price'
  | 'time'
  | 'previousClose'
  | 'open'
  | 'high'
  | 'low'
  | 'volume'
  | 'sessionDate'
  | 'marketState'
  | 'extendedKind'
  | 'extendedPrice'
  | 'extendedTime'
  | 'delayMinutes'
  | 'delayFrom'
  | 'isRebased'
  | 'fetchedAt'
>;

/** A stock with its quote and everything by which its fetches are planned. */
export interface QuoteRow
  extends QuoteValues,
    Pick<StockQuote, 'problem' | 'failures' | 'dueAt' | 'refreshedFor'>,
    Pick<
      Stock,
      | 'symbol'
      | 'timezone'
      | 'opens'
      | 'weekendDays'
      | 'dataSource'
      | 'refreshDueAt'
      | 'dataEndDate'
      | 'lastClose'
    > {
  readonly stockId: number;
  /** Currency of the stored history. */
  readonly stockCurrency: string | null;
}

/** Columns of the tables `stock` and `stock_quote quote`. */
export const quoteColumns = sql`
  stock.id as "stockId", stock.symbol, stock.timezone, stock.opens, stock.weekend_days as "weekendDays",
  stock.data_source as "dataSource", stock.refresh_due_at as "refreshDueAt", stock.currency as "stockCurrency",
  stock.data_end_date as "dataEndDate", stock.last_close as "lastClose",
  quote.source, quote.source_name as "sourceName", quote.currency, quote.price, quote.time,
  quote.previous_close as "previousClose", quote.open, quote.high, quote.low, quote.volume,
  quote.session_date as "sessionDate", quote.market_state as "marketState", quote.extended_kind as "extendedKind",
  quote.extended_price as "extendedPrice", quote.extended_time as "extendedTime",
  quote.delay_minutes as "delayMinutes", quote.delay_from as "delayFrom",
  coalesce(quote.is_rebased, false) as "isRebased", quote.fetched_at as "fetchedAt", quote.problem,
  coalesce(quote.failures, 0) as failures, quote.due_at as "dueAt", quote.refreshed_for as "refreshedFor"`;

type Dated = 'time' | 'extendedTime' | 'fetchedAt' | 'dueAt';
/** As the driver returns it. */
export type RawQuoteRow = Omit<QuoteRow, Dated | 'refreshDueAt'> &
  Record<Dated, string | null> & { refreshDueAt: string };

export function withDates(row: RawQuoteRow): QuoteRow {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    time: dateOf(row.time),
    extendedTime: dateOf(row.extendedTime),
    fetchedAt: dateOf(row.fetchedAt),
    dueAt: dateOf(row.dueAt),
    refreshDueAt: new Date(row.refreshDueAt),
  };
}
