import { formatDate } from '#lib/format/dates.ts';
import { formatMoney, formatQuotedPrice, formatShares } from '../format.ts';
import { type TransactionType, typeNames } from '../transactions/transaction-shapes.ts';

/** A transaction as it was read from a file. */
interface ReadRow {
  readonly date: string;
  readonly type: TransactionType;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly quantity: number | null;
  readonly price: number | null;
  readonly amount: number | null;
  /** Null for that of a stock which is not known yet: it comes with the stock. */
  readonly currency: string | null;
  readonly fees: number;
  readonly taxes: number;
}

/**
 * A row in few words: `May 20, 2024 · Buy · NVDA · 3 × $947.80 · fees $1.00`.
 * @param isNominal whether the price is in per cent of the nominal value
 */
export function describeRow(row: ReadRow, isNominal: boolean): string {
  const { quantity, price, amount, currency, fees, taxes } = row;
  const money = (value: number) => (currency === null ? formatShares(value) : formatMoney(value, currency));
  const unit = price !== null && currency !== null ? formatQuotedPrice(price, currency, isNominal) : price;
  const trade = [quantity === null ? null : formatShares(quantity), unit].filter((each) => each !== null);
  return [
    formatDate(row.date),
    typeNames[row.type],
    row.symbol ?? row.name,
    trade.join(' × '),
    amount !== null && money(amount),
    fees !== 0 && `fees ${money(fees)}`,
    taxes !== 0 && `taxes ${money(taxes)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
