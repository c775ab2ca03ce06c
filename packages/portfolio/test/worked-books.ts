import { readFileSync } from 'node:fs';
import { dateOfDay } from '@stockbook/common/days';
import type { Benchmark, Book, ByMethod, CostMethod, Gain, Moved, Performance, Risk } from '../src/index.ts';
import { makeBook, type ShortStock, type ShortTransaction } from './make-book.ts';

type Row = readonly (string | number)[];

interface ExpectedHolding {
  readonly symbol: string;
  readonly quantity: number;
  readonly price: number | null;
  readonly fxRate: number;
  readonly value: number;
  readonly cost: ByMethod<number>;
  readonly unrealised: ByMethod<number>;
  readonly realised: ByMethod<number>;
  readonly dividends: number;
  readonly gain: number;
  readonly contribution: number | null;
  readonly twr: number | null;
}

export interface Expected {
  readonly holdings: readonly ExpectedHolding[];
  readonly cash: Readonly<Record<string, number>>;
  readonly value: number;
  readonly realised: Readonly<Record<CostMethod, readonly Row[]>>;
  readonly realisedByYear: Readonly<Record<CostMethod, Readonly<Record<string, readonly number[]>>>>;
  readonly moved: ByMethod<Moved>;
  readonly performance: Omit<Performance, 'gain' | 'problems'> & {
    readonly gain: Gain & { readonly otherContribution: number };
    readonly otherContributionPoints: number | null;
    readonly problems: readonly (readonly [date: string, kind: string])[];
  };
  readonly risk: Risk | null;
  readonly benchmark?: Pick<Benchmark, 'referenceDay' | 'valueEnd' | 'gain' | 'twr'>;
  readonly days: readonly Row[];
  readonly suggestedDividends: readonly Row[];
}

interface WorkedBook {
  readonly id: string;
  readonly about: string;
  readonly portfolio: { readonly currency: string; readonly cashTracking: boolean };
  readonly stocks: readonly (ShortStock & { readonly series?: string })[];
  readonly transactions: readonly ShortTransaction[];
  readonly since: string | null;
  readonly until: string;
  readonly benchmark?: string;
  readonly expected: Expected;
}

interface Fixture {
  readonly series: Readonly<Record<string, { readonly day: number[]; readonly close: number[] }>>;
  readonly books: readonly WorkedBook[];
}

const fixture: Fixture = JSON.parse(readFileSync(new URL('fixtures/books.json', import.meta.url), 'utf8'));

export const workedBooks: readonly WorkedBook[] = fixture.books;

/** The book as the package takes it. `until` is also today. */
export function bookOf({ portfolio, stocks, transactions, until }: WorkedBook): Book {
  return makeBook({
    ...portfolio,
    transactions,
    today: until,
    stocks: stocks.map(({ series, ...stock }) => ({ ...stock, closes: stock.closes ?? closesOf(series) })),
  });
}

function closesOf(name = ''): (readonly [string, number])[] {
  const { day = [], close = [] } = fixture.series[name] ?? {};
  return day.map((number, index) => [dateOfDay(number), close[index] ?? 0]);
}
