import { mainCurrency, unitsPerMain } from '@stockbook/common/currencies';
import type { Book } from '../book/book.ts';
import type { Entry } from '../book/entries.ts';
import { type Decimal, decimal, one } from '../numbers/decimal.ts';
import { at, lastIndexUpTo } from '../numbers/search.ts';
import { type BarRates, barRatesOf, type PairQuote } from './bar-rates.ts';

/** Rates that transactions were entered with, as substitutes for the bars of a pair that begin later. */
interface EnteredRates {
  readonly days: number[];
  /** Units of `currency` for one unit of the main currency. */
  readonly rates: { readonly rate: Decimal; readonly currency: string }[];
}

/** Rates of consecutive days. */
export interface RateColumn {
  /** NaN on a day without a rate. */
  readonly rate: Float64Array;
  /** The day of the older bar of each rate; the day itself if the rate needs no bars. */
  readonly barDay: Int32Array;
}

/** The rates of all currencies to the currency of a book. A rate is never taken to be 1. */
export class Rates {
  /** Currency that all rates lead to. */
  readonly currency: string;
  readonly #bars: BarRates;
  readonly #entered: ReadonlyMap<string, EnteredRates>;
  readonly #known = new Map<string, Map<number, Decimal | null>>();
  readonly #columns = new Map<string, { first: number; last: number; column: RateColumn }>();

  /** @param entries in order: their rates are substitutes for missing bars */
  constructor(book: Book, entries: readonly Entry[]) {
    this.currency = book.currency;
    this.#bars = barRatesOf(book);
    this.#entered = enteredRates(entries);
  }

  /** The rate of one unit of a currency at the end of a day; null without one. */
  at(currency: string, day: number): Decimal | null {
    if (currency === this.currency) return one;
    const rates = this.#known.get(currency) ?? new Map<number, Decimal | null>();
    this.#known.set(currency, rates);
    const known = rates.get(day);
    if (known !== undefined) return known;
    const rate = this.#compute(currency, day);
    rates.set(day, rate);
    return rate;
  }

  /** The rate of one unit of the currency of a transaction: the one entered with it, else the rate of its day. */
  ofEntry({ transaction: { currency, fxCurrency }, fxRate, day }: Entry): Decimal | null {
    if (fxRate === null || fxCurrency === null) return this.at(currency, day);
    if (fxCurrency === this.currency) return fxRate;
    return this.at(fxCurrency, day)?.times(fxRate) ?? null;
  }

  /** The rates from the day `first` to the day `last`, both included. */
  column(currency: string, first: number, last: number): RateColumn {
    const known = this.#columns.get(currency);
    if (known?.first === first && known.last === last) return known.column;
    const column = this.#computeColumn(currency, first, last);
    this.#columns.set(currency, { first, last, column });
    return column;
  }

  /** The first day with a rate; Infinity without one. All later days have one. */
  availableFrom(currency: string): number {
    if (mainCurrency(currency) === mainCurrency(this.currency)) return Number.NEGATIVE_INFINITY;
    const bars = this.#bars.firstDay(currency);
    const entered = this.#entered.get(mainCurrency(currency));
    return (entered?.rates ?? []).reduce(
      (first, { currency: by }, index) =>
        Math.min(first, Math.max(entered?.days[index] ?? 0, this.#bars.firstDay(by))),
      bars,
    );
  }

  /** The name of a rate in messages: `SEK/EUR`. */
  nameOf(currency: string): string {
    return `${mainCurrency(currency)}/${mainCurrency(this.currency)}`;
  }

  /** The pairs that the rate of a day is made of, with the days of their bars. */
  pairsAt(currency: string, day: number): { symbol: string; barDay: number }[] {
    return this.#bars.quotesAt(currency, day).map(({ history: { symbol, days } }) => ({
      symbol,
      barDay: at(days, lastIndexUpTo(days, day)),
    }));
  }

  #compute(currency: string, day: number): Decimal | null {
    const scale = unitsPerMain(this.currency) / unitsPerMain(currency);
    if (mainCurrency(currency) === mainCurrency(this.currency)) return decimal(scale);
    const bars = this.#bars.at(currency, day) ?? this.#enteredRate(currency, day);
    return scale === 1 ? bars : (bars?.times(scale) ?? null);
  }

  #enteredRate(currency: string, day: number): Decimal | null {
    const list = this.#entered.get(mainCurrency(currency));
    const entered = list?.rates[lastIndexUpTo(list.days, day)];
    if (!entered) return null;
    if (mainCurrency(entered.currency) === mainCurrency(this.currency)) return entered.rate;
    return this.#bars.at(entered.currency, day)?.times(entered.rate) ?? null;
  }

  #computeColumn(currency: string, first: number, last: number): RateColumn {
    const length = Math.max(0, last - first + 1);
    const rate = new Float64Array(length).fill(Number.NaN);
    const barDay = Int32Array.from({ length }, (_, row) => first + row);
    const scale = unitsPerMain(this.currency) / unitsPerMain(currency);
    if (mainCurrency(currency) === mainCurrency(this.currency)) return { rate: rate.fill(scale), barDay };
    const barsFrom = Math.min(Math.max(this.#bars.firstDay(currency), first), last + 1);
    for (let day = first; day < barsFrom; day++) {
      rate[day - first] = this.at(currency, day)?.toNumber() ?? Number.NaN;
    }
    let day = barsFrom;
    while (day <= last) {
      const quotes = this.#bars.quotesAt(currency, day);
      const end = Math.min(last + 1, this.#bars.nextFirstDay(currency, day));
      fillByBars({ rate, barDay }, quotes, scale, { first, day, end });
      day = end;
    }
    return { rate, barDay };
  }
}

function fillByBars(
  { rate, barDay }: RateColumn,
  quotes: readonly PairQuote[],
  scale: number,
  range: { first: number; day: number; end: number },
): void {
  const indexes = quotes.map(({ history }) => lastIndexUpTo(history.days, range.day));
  for (let day = range.day; day < range.end; day++) {
    let product = scale;
    let oldest = day;
    for (let leg = 0; leg < quotes.length; leg++) {
      const quote = quotes[leg];
      if (!quote) continue;
      const { days, closes } = quote.history;
      let index = indexes[leg] ?? 0;
      while ((days[index + 1] ?? Number.POSITIVE_INFINITY) <= day) index++;
      indexes[leg] = index;
      const close = closes[index] ?? Number.NaN;
      product = quote.isInverse ? product / close : product * close;
      oldest = Math.min(oldest, days[index] ?? day);
    }
    rate[day - range.first] = product;
    barDay[day - range.first] = oldest;
  }
}

function enteredRates(entries: readonly Entry[]): Map<string, EnteredRates> {
  const byCurrency = new Map<string, EnteredRates>();
  for (const { transaction, fxRate, day } of entries) {
    const { currency, fxCurrency } = transaction;
    if (fxRate === null || fxCurrency === null) continue;
    const main = mainCurrency(currency);
    const list = byCurrency.get(main) ?? { days: [], rates: [] };
    list.days.push(day);
    list.rates.push({ rate: fxRate.times(unitsPerMain(currency)), currency: fxCurrency });
    byCurrency.set(main, list);
  }
  return byCurrency;
}
