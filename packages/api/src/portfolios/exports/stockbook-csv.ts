import type { ExportedTransaction } from '@stockbook/db';
import { csvText } from '../../csv.ts';

/** The columns of Stockbook's own format, which the import of transactions reads. */
export const stockbookColumns = [
  'date',
  'type',
  'symbol',
  'isin',
  'name',
  'quantity',
  'price',
  'currency',
  'fees',
  'taxes',
  'amount',
  'fx_rate',
  'fx_currency',
  'ex_date',
  'to_amount',
  'to_currency',
  'external_id',
  'note',
] as const;

/** Writes a transaction as a line of Stockbook's own format: numbers exactly as they are stored. */
export function stockbookLine(row: ExportedTransaction): string {
  const cells: Readonly<Record<(typeof stockbookColumns)[number], string | null>> = {
    date: row.date,
    type: row.type,
    symbol: text(row.symbol),
    isin: text(row.isin),
    name: text(row.name),
    quantity: row.quantity,
    price: row.price,
    currency: row.currency,
    fees: row.fees,
    taxes: row.taxes,
    amount: row.amount,
    fx_rate: row.fxRate,
    fx_currency: row.fxCurrency,
    ex_date: row.exDate,
    to_amount: row.toAmount,
    to_currency: row.toCurrency,
    external_id: text(row.externalId),
    note: text(row.note),
  };
  return `${stockbookColumns.map((column) => cells[column] ?? '').join(',')}\r\n`;
}

/** Only texts can be formulas: a negative number is none. */
function text(value: string | null): string | null {
  return value === null ? null : csvText(value);
}
