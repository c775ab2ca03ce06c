import type { CostMethod, Skipped } from '../answers.ts';
import type { Book } from '../book/book.ts';
import { type Booking, feesOf, taxesOf } from '../book/bookings.ts';
import { type Ledger, ledgerSteps } from '../book/ledger.ts';
import { costSteps } from '../cost/cost-ledger.ts';
import { sumOfCosts } from '../cost/lots.ts';
import { type Decimal, minus, plus, zero } from '../numbers/decimal.ts';
import { finish, type Steps } from '../numbers/steps.ts';
import {
  type DismissedDividend,
  type DividendPayment,
  expectedPayments,
  suggestedPayments,
} from './dividend-payments.ts';

export interface DividendsOptions {
  readonly method: CostMethod;
  /** Tax of suggested dividends. */
  readonly taxPercent: number;
  readonly dismissed: readonly DismissedDividend[];
  /** Restricts all but the income that is expected to a calendar year; null: all years. */
  readonly year: number | null;
}

export interface SuggestedDividend {
  readonly symbol: string;
  readonly exDate: string;
  /** Shares at the end of the day before the ex-date, as of that day. */
  readonly quantity: number;
  /** Gross, in `currency`. */
  readonly amount: number;
  readonly currency: string;
  readonly taxes: number;
}

/** A dividend of the last 365 days a year later, for the shares that are held now. */
export interface ForecastDividend {
  readonly symbol: string;
  readonly exDate: string;
  /** `YYYY-MM`. */
  readonly month: string;
  /** Gross, in `currency`. */
  readonly amount: number;
  readonly currency: string;
  /** In the currency of the book. */
  readonly value: number;
  readonly estimate: true;
}

/** Money in the currency of the book. */
export interface DividendMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  /** After fees and taxes. */
  readonly received: number;
  /** Gross. */
  readonly suggested: number;
  /** Gross. */
  readonly forecast: number;
}

/** Money in the currency of the book. */
export interface DividendIncome {
  /** After fees and taxes. */
  readonly received: number;
  /** Gross: the dividends per share of the 365 days up to today, for the shares that are held now. */
  readonly forwardIncome: number;
  /** Percentage of the value; null if nothing is held. */
  readonly yieldPercent: number | null;
  /** Percentage of the cost; null if the cost is not above 0. */
  readonly yieldOnCostPercent: number | null;
}

export interface Dividends {
  /** By ex-date, then by symbol. */
  readonly suggested: readonly SuggestedDividend[];
  /** By ex-date, then by symbol. */
  readonly forecast: readonly ForecastDividend[];
  /** Ascending, only those with money. */
  readonly months: readonly DividendMonth[];
  /** Of stocks that are held or that paid in the year. */
  readonly byStock: readonly (DividendIncome & { readonly symbol: string })[];
  readonly totals: DividendIncome & { readonly suggested: number };
  readonly skipped: readonly Skipped[];
}

interface MonthlyPayments {
  readonly received: readonly Booking[];
  readonly suggested: readonly DividendPayment[];
  readonly forecast: readonly DividendPayment[];
}

interface Income {
  readonly symbol: string;
  readonly received: Decimal;
  readonly forward: Decimal;
  readonly value: Decimal;
  readonly cost: Decimal;
}

/** Dividends that may be missing, and those to expect if the last 12 months are repeated. */
export function dividends(book: Book, options: DividendsOptions): Dividends {
  return finish(dividendSteps(book, options));
}

/** Computes what `dividends` returns, a stock at a time. */
export function* dividendSteps(book: Book, options: DividendsOptions): Steps<Dividends> {
  const ledger = yield* ledgerSteps(book);
  const { stocks, bookings, skipped } = ledger.upTo(ledger.today);
  const isInYear = (date: string) => options.year === null || Number(date.slice(0, 4)) === options.year;
  const suggested = ledger.stocks
    .flatMap((stock) => suggestedPayments(stock, ledger, options.dismissed))
    .filter(({ exDate }) => isInYear(exDate))
    .sort(byExDate);
  const expected = stocks.flatMap((stock) => expectedPayments(stock, ledger)).sort(byExDate);
  const forecast = expected.filter(({ exDate }) => isInYear(exDate));
  const received = bookings.filter(
    ({ entry }) => entry?.transaction.type === 'DIVIDEND' && isInYear(entry.transaction.date),
  );
  const incomes = yield* incomeSteps(ledger, { received, expected, method: options.method });
  return {
    suggested: suggested.map((payment) => shownSuggestion(payment, options.taxPercent)),
    forecast: forecast.map(shownForecast),
    months: monthsOf({ received, suggested, forecast }),
    byStock: incomes.map((income) => ({ symbol: income.symbol, ...shownIncome(income) })),
    totals: {
      ...shownIncome(totalOf(incomes)),
      suggested: sumOf(suggested.map(({ value }) => value)).toNumber(),
    },
    skipped,
  };
}

/** The income of the stocks that are held or whose dividends were received. */
function* incomeSteps(
  ledger: Ledger,
  {
    received,
    expected,
    method,
  }: Pick<MonthlyPayments, 'received'> & {
    readonly expected: readonly DividendPayment[];
    readonly method: CostMethod;
  },
): Steps<Income[]> {
  const { today, rates } = ledger;
  const costs = yield* costSteps(ledger, today);
  return ledger.upTo(today).stocks.flatMap((stock) => {
    const { symbol } = stock;
    const own = received.filter((booking) => booking.symbol === symbol);
    const shares = stock.quantityAt(today);
    const queue = costs.get(symbol)?.queue;
    if ((shares.isZero() && own.length === 0) || !queue) return [];
    return {
      symbol,
      received: sumOf(own.map(netOf)),
      forward: sumOf(expected.map((payment) => (payment.symbol === symbol ? payment.value : null))),
      value: stock.valueAt(shares, today, rates),
      cost: method === 'fifo' ? sumOfCosts(queue.lots) : queue.averageCost,
    };
  });
}

function totalOf(incomes: readonly Income[]): Omit<Income, 'symbol'> {
  return {
    received: sumOf(incomes.map(({ received }) => received)),
    forward: sumOf(incomes.map(({ forward }) => forward)),
    value: sumOf(incomes.map(({ value }) => value)),
    cost: sumOf(incomes.map(({ cost }) => cost)),
  };
}

function monthsOf({ received, suggested, forecast }: MonthlyPayments): DividendMonth[] {
  const sums = {
    received: sumByMonth(
      received.map((booking) => ({ date: booking.entry?.transaction.date ?? '', value: netOf(booking) })),
    ),
    suggested: sumByMonth(suggested.map(({ exDate, value }) => ({ date: exDate, value }))),
    forecast: sumByMonth(forecast.map(({ exDate, value }) => ({ date: exDate, value }))),
  };
  const months = new Set(
    [sums.received, sums.suggested, sums.forecast].flatMap((column) => [...column.keys()]),
  );
  return [...months].sort().map((month) => ({
    month,
    received: (sums.received.get(month) ?? zero).toNumber(),
    suggested: (sums.suggested.get(month) ?? zero).toNumber(),
    forecast: (sums.forecast.get(month) ?? zero).toNumber(),
  }));
}

function sumByMonth(
  rows: readonly { readonly date: string; readonly value: Decimal | null }[],
): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { date, value } of rows) {
    if (value !== null) sums.set(monthOf(date), plus(sums.get(monthOf(date)) ?? zero, value));
  }
  return sums;
}

function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** The money of a dividend after its fees and taxes. */
function netOf(booking: Booking): Decimal {
  return minus(minus(booking.dividends, feesOf(booking)), taxesOf(booking));
}

function sumOf(values: readonly (Decimal | null)[]): Decimal {
  return values.reduce<Decimal>((sum, value) => (value === null ? sum : plus(sum, value)), zero);
}

function byExDate(a: DividendPayment, b: DividendPayment): number {
  if (a.exDate !== b.exDate) return a.exDate < b.exDate ? -1 : 1;
  if (a.symbol === b.symbol) return 0;
  return a.symbol < b.symbol ? -1 : 1;
}

function shownSuggestion(
  { symbol, exDate, quantity, amount, currency }: DividendPayment,
  taxPercent: number,
): SuggestedDividend {
  return {
    symbol,
    exDate,
    quantity: quantity.toNumber(),
    amount: amount.toNumber(),
    currency,
    taxes: amount.times(taxPercent).div(100).toNumber(),
  };
}

function shownForecast({ symbol, exDate, amount, currency, value }: DividendPayment): ForecastDividend {
  return {
    symbol,
    exDate,
    month: monthOf(exDate),
    amount: amount.toNumber(),
    currency,
    value: (value ?? zero).toNumber(),
    estimate: true,
  };
}

function shownIncome({ received, forward, value, cost }: Omit<Income, 'symbol'>): DividendIncome {
  return {
    received: received.toNumber(),
    forwardIncome: forward.toNumber(),
    yieldPercent: percentOf(forward, value),
    yieldOnCostPercent: percentOf(forward, cost),
  };
}

function percentOf(part: Decimal, whole: Decimal): number | null {
  return whole.gt(zero) ? part.times(100).div(whole).toNumber() : null;
}
