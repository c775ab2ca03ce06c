import { dayNumber } from '@stockbook/common/days';
import type { Dividend } from '../book/book.ts';
import type { Ledger } from '../book/ledger.ts';
import type { StockLedger } from '../book/stock-ledger.ts';
import type { Decimal } from '../numbers/decimal.ts';

/** From the ex-date on: a payment without an ex-date belongs to the dividend if it is not later. */
const maxDaysToPayment = 45;

const daysPerYear = 365;

/** A suggestion that the user does not want. */
export interface DismissedDividend {
  readonly symbol: string;
  readonly exDate: string;
}

/** A dividend of a stock for a number of shares, in decimals. */
export interface DividendPayment {
  readonly symbol: string;
  readonly exDate: string;
  readonly quantity: Decimal;
  readonly amount: Decimal;
  readonly currency: string;
  /** In the currency of the book; null without a rate. */
  readonly value: Decimal | null;
}

/** The stored dividends for shares held on the eve of the ex-date that no transaction has taken over. */
export function suggestedPayments(
  stock: StockLedger,
  { entries: [firstEntry], today, rates }: Ledger,
  dismissed: readonly DismissedDividend[],
): DividendPayment[] {
  const { symbol, history, currency: quoted } = stock;
  if (!history || !firstEntry) return [];
  const exDays = history.dividends.map(({ exDate }) => dayNumber(exDate)).sort((a, b) => a - b);
  return history.dividends.flatMap((dividend): DividendPayment[] => {
    const { exDate, amount } = dividend;
    const day = dayNumber(exDate);
    const shares = stock.quantityAt(day - 1);
    const currency = dividend.currency ?? quoted;
    if (day < firstEntry.day || day > today || shares.isZero() || currency === '') return [];
    const nextExDay = exDays.find((exDay) => exDay > day) ?? Number.POSITIVE_INFINITY;
    if (isTaken(stock, dividend, nextExDay)) return [];
    if (dismissed.some((other) => other.symbol === symbol && other.exDate === exDate)) return [];
    const gross = shares.times(amount);
    return [
      {
        symbol,
        exDate,
        quantity: stock.splits.toDay(shares, day - 1),
        amount: gross,
        currency,
        value: rates.at(currency, day)?.times(gross) ?? null,
      },
    ];
  });
}

/** Whether a transaction has the ex-date, or has none and lies near it, before the next ex-date. */
function isTaken({ entries }: StockLedger, { exDate }: Dividend, nextExDay: number): boolean {
  const exDay = dayNumber(exDate);
  return entries.some(({ transaction, day }) => {
    if (transaction.type !== 'DIVIDEND') return false;
    if (transaction.exDate !== null) return transaction.exDate === exDate;
    return day >= exDay && day <= exDay + maxDaysToPayment && day < nextExDay;
  });
}

/** The dividends of the 365 days up to today a year later, at today's rate. */
export function expectedPayments(stock: StockLedger, { today, rates }: Ledger): DividendPayment[] {
  const shares = stock.quantityAt(today);
  if (shares.isZero()) return [];
  return (stock.history?.dividends ?? []).flatMap((dividend): DividendPayment[] => {
    const day = dayNumber(dividend.exDate);
    const currency = dividend.currency ?? stock.currency;
    const rate = rates.at(currency, today);
    if (day <= today - daysPerYear || day > today || !rate) return [];
    const amount = shares.times(dividend.amount);
    const exDate = oneYearLater(dividend.exDate);
    return [{ symbol: stock.symbol, exDate, quantity: shares, amount, currency, value: amount.times(rate) }];
  });
}

/** The same day of the next year; February 28 for February 29. */
function oneYearLater(date: string): string {
  const sameDay = `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
  return sameDay.endsWith('-02-29') ? sameDay.replace('-02-29', '-02-28') : sameDay;
}
