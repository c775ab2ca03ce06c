import { dateOfDay, dayNumber } from '@stockbook/common/days';
import type { PerformanceOptions } from '../answers.ts';
import type { Book } from '../book/book.ts';
import { holdingSteps } from '../cost/holdings.ts';
import type { Steps } from '../numbers/steps.ts';
import { performanceSteps } from './performance.ts';

/** The figures by which a list of portfolios shows one. */
export interface Summary {
  /** Cash included if it is tracked. */
  readonly value: number;
  readonly dayChange: number | null;
  readonly dayChangePercent: number | null;
  /** Since the first transaction. */
  readonly gain: number;
  /** Return of the year that ends with the last close; of the whole life if that is shorter. */
  readonly twr1y: number | null;
  /** First day of the period of `twr1y`. */
  readonly twr1ySince: string;
  /** Day of the last close used; null without one. */
  readonly asOf: string | null;
  /** The stocks that the figures contain. */
  readonly symbols: readonly string[];
}

const wholeLife: PerformanceOptions = {
  since: null,
  until: null,
  benchmark: null,
  riskFreePercent: 0,
  series: false,
};

/** The figures of a portfolio at the end of its default period. */
export function* summarySteps(book: Book): Steps<Summary> {
  const life = yield* performanceSteps(book, wholeLife);
  const { totals } = yield* holdingSteps(book, { date: null, closed: false });
  const since = life.asOf === null ? life.since : dayAfterYearBefore(life.asOf);
  const isYounger = since <= life.since;
  const { twr: twr1y } = isYounger ? life : yield* performanceSteps(book, { ...wholeLife, since });
  return {
    value: totals.value,
    dayChange: totals.dayChange,
    dayChangePercent: totals.dayChangePercent,
    gain: life.gain.total,
    twr1y,
    twr1ySince: isYounger ? life.since : since,
    asOf: life.asOf,
    symbols: life.contributions.flatMap(({ symbol }) => symbol ?? []),
  };
}

/** The day after the same day one year before; Feb 29 counts as Feb 28. */
export function dayAfterYearBefore(date: string): string {
  const [year = '', month, day] = date.split('-');
  const sameDay = month === '02' && day === '29' ? '02-28' : `${month}-${day}`;
  return dateOfDay(dayNumber(`${Number(year) - 1}-${sameDay}`) + 1);
}

/** A portfolio of a book of several, with the currency and the definition of its own figures. */
export type PartOfBook = Pick<Book, 'currency' | 'cashTracking'> & { readonly id: string };

/**
 * The book of one of its portfolios. Transactions of the others are left out, unless a transfer brought shares in
 * from them.
 */
export function partOfBook(book: Book, { id, currency, cashTracking }: PartOfBook): Book {
  const own = book.transactions.filter(({ portfolioId }) => portfolioId === id);
  const hasArrivals = own.some(({ type, transferId }) => type === 'TRANSFER_IN' && transferId !== null);
  const transactions = hasArrivals ? book.transactions : own;
  return { ...book, portfolioIds: [id], currency, cashTracking, transactions };
}
