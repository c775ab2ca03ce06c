import type { NamedStock, Portfolio, TransactionRow } from '@stockbook/db';
import { checkFields, type Draft, TransactionFieldError } from './check-fields.ts';
import type { NewTransaction, TransactionChanges } from './schemas.ts';

/** References and defaults of the fields of a transaction. */
export interface DraftContext {
  readonly portfolio: Pick<Portfolio, 'currency'>;
  /** The stocks that the request names, by symbol. */
  readonly stocks: ReadonlyMap<string, NamedStock>;
  /** The last day that a transaction may have. */
  readonly lastDay: string;
}

/**
 * Completes a new transaction by its defaults and checks it.
 * @throws TransactionFieldError
 */
export function draftOf(input: NewTransaction, ctx: DraftContext): Draft {
  const stock = findStock(input.symbol ?? null, ctx.stocks);
  const { portfolio } = ctx;
  const fxRate = input.fx_rate ?? null;
  const draft: Draft = {
    type: input.type,
    date: input.date,
    stockId: stock?.id ?? null,
    symbol: stock?.symbol ?? null,
    quantity: input.quantity ?? null,
    price: input.price ?? null,
    amount: input.amount ?? null,
    currency: input.currency ?? stock?.currency ?? portfolio.currency,
    fees: input.fees ?? '0',
    taxes: input.taxes ?? '0',
    fxRate,
    fxCurrency: fxRate === null ? null : portfolio.currency,
    exDate: input.ex_date ?? null,
    toAmount: input.to_amount ?? null,
    toCurrency: input.to_currency ?? null,
    note: input.note ?? null,
    externalId: input.external_id ?? null,
  };
  checkFields(draft, ctx.lastDay);
  return draft;
}

/**
 * Applies changes to a transaction and checks the result.
 * @throws TransactionFieldError
 */
export function changedDraft(row: TransactionRow, changes: TransactionChanges, ctx: DraftContext): Draft {
  const symbol = changes.symbol === undefined ? row.symbol : changes.symbol;
  const isSame = symbol === row.symbol;
  const stock = isSame ? null : findStock(symbol, ctx.stocks);
  const pick = <Value>(change: Value | undefined, stored: Value): Value =>
    change === undefined ? stored : change;
  const fxRate = pick(changes.fx_rate, row.fxRate);
  const fxCurrency = changes.fx_rate === undefined ? row.fxCurrency : ctx.portfolio.currency;
  const draft: Draft = {
    type: changes.type ?? row.type,
    date: changes.date ?? row.date,
    stockId: isSame ? row.stockId : (stock?.id ?? null),
    symbol,
    quantity: pick(changes.quantity, row.quantity),
    price: pick(changes.price, row.price),
    amount: pick(changes.amount, row.amount),
    // Null asks for the default.
    currency:
      changes.currency === null
        ? ((isSame ? row.quoteCurrency : stock?.currency) ?? ctx.portfolio.currency)
        : (changes.currency ?? row.currency),
    fees: pick(changes.fees, row.fees) ?? '0',
    taxes: pick(changes.taxes, row.taxes) ?? '0',
    fxRate,
    fxCurrency: fxRate === null ? null : fxCurrency,
    exDate: pick(changes.ex_date, row.exDate),
    toAmount: pick(changes.to_amount, row.toAmount),
    toCurrency: pick(changes.to_currency, row.toCurrency),
    note: pick(changes.note, row.note),
    externalId: pick(changes.external_id, row.externalId),
  };
  checkFields(draft, ctx.lastDay);
  return draft;
}

function findStock(symbol: string | null, stocks: ReadonlyMap<string, NamedStock>): NamedStock | null {
  if (symbol === null) return null;
  const stock = stocks.get(symbol);
  if (!stock) {
    throw new TransactionFieldError('symbol', `${symbol} is not known yet. Add it to your stocks first`);
  }
  return stock;
}
