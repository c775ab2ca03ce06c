import { dateOfDay, dayNumber, formatDay } from '@stockbook/common/days';
import { type Decimal, zero } from '../numbers/decimal.ts';
import { lastIndexUpTo } from '../numbers/search.ts';
import { PriceSource } from '../prices/prices.ts';
import type { Rates } from '../prices/rates.ts';
import { type CountedSplit, SplitTable } from '../prices/splits.ts';
import type { Book, StockHistory } from './book.ts';
import type { Entry } from './entries.ts';
import { type KeptSplit, type Movement, orderMovements } from './order-of-day.ts';

/** The first day on which a figure cannot be computed, and why. */
export interface Missing {
  readonly day: number;
  readonly kind: 'unknown_currency' | 'missing_rate' | 'missing_price';
  readonly reason: string;
}

/** The transactions of one stock and everything that its value depends on. */
export class StockLedger {
  readonly symbol: string;
  /** Currency of the quotes; empty if not known, and the stock is then missing. */
  readonly currency: string;
  readonly history: StockHistory | undefined;
  readonly entries: readonly Entry[];
  readonly splits: SplitTable;
  readonly prices: PriceSource;
  readonly movements: readonly Movement[];
  /** Days on which the position changes, ascending. */
  readonly days: readonly number[];
  /** Today's shares at the end of these days. */
  readonly quantities: readonly Decimal[];
  readonly missing: Missing | null;

  /** @param entries of the stock, in order */
  constructor(symbol: string, entries: readonly Entry[], book: Book, rates: Rates) {
    this.symbol = symbol;
    this.entries = entries;
    this.history = book.histories.get(symbol);
    this.currency = quoteCurrency(book, symbol, this.history) ?? '';
    this.splits = new SplitTable(this.history?.splits ?? [], dayNumber(book.today));
    this.prices = new PriceSource(this.history, this.currency, entries, this.splits);
    this.movements = orderMovements(entries, this.splits, keptSplits(book, symbol, this.splits));
    const positions = new Map(this.movements.map(({ day, after }) => [day, after]));
    this.days = [...positions.keys()];
    this.quantities = [...positions.values()];
    this.missing = this.#findMissing(rates);
  }

  /** Today's shares at the end of a day. */
  quantityAt(day: number): Decimal {
    return this.quantities[lastIndexUpTo(this.days, day)] ?? zero;
  }

  /** The value of today's shares at the price and the rate of a day. */
  valueAt(quantity: Decimal, day: number, rates: Rates): Decimal {
    if (quantity.isZero()) return zero;
    const price = this.prices.at(day);
    const rate = price && rates.at(price.currency, day);
    if (!price || !rate) throw new RangeError(`${this.symbol} has no value on ${formatDay(dateOfDay(day))}`);
    return quantity.times(price.price).times(rate);
  }

  /** The value at market of the shares of a transfer. */
  marketValue({ quantity, day }: Entry, rates: Rates): Decimal {
    return this.valueAt(this.splits.toToday(quantity, day), day, rates);
  }

  /** The first day without a known price or rate. */
  #findMissing(rates: Rates): Missing | null {
    const first = this.entries[0]?.day ?? 0;
    if (this.currency === '') {
      return { day: first, kind: 'unknown_currency', reason: `The currency of ${this.symbol} is not known` };
    }
    const days = [
      ...this.entries.flatMap((entry) => this.#missingFor(entry, rates) ?? []),
      ...this.#missingValues(rates),
    ];
    return days.length === 0 ? null : days.reduce((a, b) => (b.day < a.day ? b : a));
  }

  #missingFor(entry: Entry, rates: Rates): Missing | null {
    const { type, currency, fxCurrency } = entry.transaction;
    if (type === 'TRANSFER_OUT' || (type === 'TRANSFER_IN' && entry.price === null)) {
      return entry.isInternal ? null : this.#missingValue(entry.day, rates);
    }
    if (rates.ofEntry(entry)) return null;
    return missingRate(rates, entry.fxRate === null ? currency : (fxCurrency ?? currency), entry.day);
  }

  /** The days on which a value is needed first: by a trade's price and by a close. */
  #missingValues(rates: Rates): Missing[] {
    const opened = this.days[this.quantities.findIndex((quantity) => !quantity.isZero())];
    if (opened === undefined) return [];
    const needed = [opened];
    const { firstBarDay } = this.prices;
    if (firstBarDay > opened && firstBarDay < Number.POSITIVE_INFINITY) {
      const later = this.days.findIndex(
        (day, index) => day > firstBarDay && !this.quantities[index]?.isZero(),
      );
      if (!this.quantityAt(firstBarDay).isZero()) needed.push(firstBarDay);
      else if (later !== -1) needed.push(this.days[later] ?? firstBarDay);
    }
    return needed.flatMap((day) => this.#missingValue(day, rates) ?? []);
  }

  #missingValue(day: number, rates: Rates): Missing | null {
    const price = this.prices.at(day);
    if (!price) {
      const reason = `There is no price of ${this.symbol} for ${formatDay(dateOfDay(day))}`;
      return { day, kind: 'missing_price', reason };
    }
    return rates.at(price.currency, day) ? null : missingRate(rates, price.currency, day);
  }
}

export function missingRate(rates: Rates, currency: string, day: number): Missing {
  const name = rates.nameOf(currency);
  const reason =
    rates.availableFrom(currency) === Number.POSITIVE_INFINITY
      ? `The ${name} rate is being fetched`
      : `There is no ${name} rate for ${formatDay(dateOfDay(day))}`;
  return { day, kind: 'missing_rate', reason };
}

/** The currency of the quotes: that of the source, else the one that the user chose. */
export function quoteCurrency(book: Book, symbol: string, history: StockHistory | undefined): string | null {
  const chosen = book.quoteCurrencies.find(
    (choice) => choice.symbol === symbol && book.portfolioIds.includes(choice.portfolioId),
  );
  return history?.currency ?? chosen?.currency ?? null;
}

/** The splits of a stock after which its shares stayed, by the answers of the user. */
export function keptSplits(
  { splitChoices }: Pick<Book, 'splitChoices'>,
  symbol: string,
  splits: SplitTable,
): KeptSplit[] {
  return splitChoices.flatMap((choice) => {
    const split = splits.splits.find(({ exDate }) => exDate === choice.exDate);
    if (choice.symbol !== symbol || choice.choice !== 'kept' || !split) return [];
    return { portfolioId: choice.portfolioId, day: split.day, remaining: remainingPart(split) };
  });
}

function remainingPart({ numerator, denominator }: CountedSplit): Decimal {
  return denominator.div(numerator);
}
