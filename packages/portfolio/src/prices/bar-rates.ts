import { mainCurrency } from '@stockbook/common/currencies';
import { pathsOf } from '@stockbook/common/currency-pairs';
import type { Book, StockHistory } from '../book/book.ts';
import { type Decimal, one } from '../numbers/decimal.ts';
import { at, lastIndexUpTo } from '../numbers/search.ts';

/** A pair that converts, directly or inversely. */
export interface PairQuote {
  readonly history: StockHistory;
  readonly isInverse: boolean;
  readonly firstDay: number;
}

/** The quotes from one currency to another, the preferred one first. */
type Leg = readonly PairQuote[];

type Histories = Book['histories'];

/** By the histories of books and by the currency of the rates. */
const known = new WeakMap<Histories, Map<string, BarRates>>();

/** The rates by bars to the currency of a book, which its parts share. */
export function barRatesOf({ histories, currency }: Pick<Book, 'histories' | 'currency'>): BarRates {
  const byCurrency = known.get(histories) ?? new Map<string, BarRates>();
  known.set(histories, byCurrency);
  const to = mainCurrency(currency);
  const rates = byCurrency.get(to) ?? new BarRates(histories, to);
  byCurrency.set(to, rates);
  return rates;
}

/** The rates of main currencies to another one, by the bars of pairs. */
export class BarRates {
  readonly #to: string;
  readonly #histories: Histories;
  readonly #paths = new Map<string, readonly (readonly Leg[])[]>();
  readonly #rates = new Map<string, Map<number, Decimal | null>>();

  /** @param to a main currency */
  constructor(histories: Histories, to: string) {
    this.#histories = histories;
    this.#to = to;
  }

  /** The rate of one unit of the main currency at the end of a day; null without bars by then. */
  at(currency: string, day: number): Decimal | null {
    const from = mainCurrency(currency);
    const rates = this.#rates.get(from) ?? new Map<number, Decimal | null>();
    this.#rates.set(from, rates);
    const known = rates.get(day);
    if (known !== undefined) return known;
    const rate = this.#compute(from, day);
    rates.set(day, rate);
    return rate;
  }

  /** The first day with a rate; Infinity without one. */
  firstDay(currency: string): number {
    const from = mainCurrency(currency);
    if (from === this.#to) return Number.NEGATIVE_INFINITY;
    return Math.min(...this.#pathsOf(from).map(firstDayOf));
  }

  /** The pairs that the rate of a day is made of; none without a rate. */
  quotesAt(currency: string, day: number): readonly PairQuote[] {
    const path = this.#pathsOf(mainCurrency(currency)).find((each) => firstDayOf(each) <= day) ?? [];
    return path.flatMap((leg) => leg.find(({ firstDay }) => firstDay <= day) ?? []);
  }

  /** The next day on which another pair begins, which may be preferred from then on. */
  nextFirstDay(currency: string, day: number): number {
    const firstDays = this.#pathsOf(mainCurrency(currency)).flatMap((path) =>
      path.flatMap((leg) => leg.map(({ firstDay }) => firstDay)),
    );
    return Math.min(...firstDays.filter((firstDay) => firstDay > day));
  }

  #compute(from: string, day: number): Decimal | null {
    const quotes = this.quotesAt(from, day);
    if (quotes.length === 0) return null;
    return quotes.reduce((rate, { history: { days, closes }, isInverse }) => {
      const close = at(closes, lastIndexUpTo(days, day));
      return isInverse ? rate.div(close) : rate.times(close);
    }, one);
  }

  /** The ways from a currency, the preferred one first. */
  #pathsOf(from: string): readonly (readonly Leg[])[] {
    const paths =
      this.#paths.get(from) ??
      pathsOf({ from, to: this.#to }).map((path) => path.map(([one, other]) => this.#leg(one, other)));
    this.#paths.set(from, paths);
    return paths;
  }

  #leg(from: string, to: string): Leg {
    const quotes = [
      { symbol: `${from}${to}=X`, isInverse: false },
      { symbol: `${to}${from}=X`, isInverse: true },
    ];
    return quotes.flatMap(({ symbol, isInverse }) => {
      const history = this.#histories.get(symbol);
      return history?.days.length ? { history, isInverse, firstDay: at(history.days, 0) } : [];
    });
  }
}

function firstDayOf(path: readonly Leg[]): number {
  return Math.max(...path.map((leg) => Math.min(...leg.map(({ firstDay }) => firstDay))));
}
