import { mainCurrency } from '@stockbook/common/currencies';
import { dayNumber } from '@stockbook/common/days';
import type { Skipped } from '../answers.ts';
import { zero } from '../numbers/decimal.ts';
import { mapInSteps, type Steps } from '../numbers/steps.ts';
import { Rates } from '../prices/rates.ts';
import type { Book } from './book.ts';
import { type Booking, isCounted, moneyBooking, transferBooking } from './bookings.ts';
import { byDayAndOrdinal, type Entry, groupBySymbol, readEntries } from './entries.ts';
import { type Missing, missingRate, StockLedger } from './stock-ledger.ts';

const ledgers = new WeakMap<Book, Ledger>();

/** The ledger of a book, which all answers from the same book share. */
export function* ledgerSteps(book: Book): Steps<Ledger> {
  const known = ledgers.get(book);
  if (known) return known;
  const ids = new Set(book.portfolioIds);
  const entries = readEntries(book.transactions.filter(({ portfolioId }) => ids.has(portfolioId)));
  yield;
  const rates = new Rates(book, entries);
  const groups = [...groupBySymbol(entries)].sort(([a], [b]) => (a < b ? -1 : 1));
  const stocks = yield* mapInSteps(groups, ([symbol, own]) => new StockLedger(symbol, own, book, rates));
  const booked = yield* mapInSteps(stocks, (stock) => bookStock(stock, rates, book));
  const withoutStock = entries.filter(({ transaction: { symbol } }) => symbol === null);
  const cash = bookCash(withoutStock, rates, book);
  const ledger = new Ledger(book, {
    entries,
    rates,
    stocks,
    bookings: [...booked.flat(), ...cash.bookings].sort(byDayAndEntry),
    missingCash: cash.missing,
  });
  ledgers.set(book, ledger);
  return ledger;
}

/** Everything that is computed up to a day: without the holdings that lack a price or rate by then. */
export interface LedgerView {
  readonly stocks: readonly StockLedger[];
  readonly bookings: readonly Booking[];
  readonly skipped: readonly Skipped[];
}

interface LedgerParts {
  /** Transactions of the portfolios that are computed, in order. */
  readonly entries: readonly Entry[];
  readonly rates: Rates;
  /** By symbol. */
  readonly stocks: readonly StockLedger[];
  readonly bookings: readonly Booking[];
  /** By currency, of transactions without a stock. */
  readonly missingCash: ReadonlyMap<string, Missing>;
}

export class Ledger {
  readonly book: Book;
  readonly today: number;
  readonly entries: LedgerParts['entries'];
  readonly rates: Rates;
  readonly stocks: LedgerParts['stocks'];
  readonly #bookings: LedgerParts['bookings'];
  readonly #missingCash: LedgerParts['missingCash'];
  readonly #views = new Map<number, LedgerView>();
  #byEntry: ReadonlyMap<Entry | null, Booking> | null = null;

  constructor(book: Book, { entries, rates, stocks, bookings, missingCash }: LedgerParts) {
    this.book = book;
    this.today = dayNumber(book.today);
    this.entries = entries;
    this.rates = rates;
    this.stocks = stocks;
    this.#bookings = bookings;
    this.#missingCash = missingCash;
  }

  upTo(until: number): LedgerView {
    const known = this.#views.get(until) ?? this.#view(until);
    this.#views.set(until, known);
    return known;
  }

  /** The booking of one of `entries`. */
  bookingOf(entry: Entry): Booking | undefined {
    this.#byEntry ??= new Map(this.#bookings.map((booking) => [booking.entry, booking]));
    return this.#byEntry.get(entry);
  }

  #view(until: number): LedgerView {
    const isMissing = (missing: Missing | null | undefined) => missing != null && missing.day <= until;
    const skippedStocks = this.stocks.filter(({ missing }) => isMissing(missing));
    const symbols = new Set(skippedStocks.map(({ symbol }) => symbol));
    const currencies = [...this.#missingCash].filter(([, missing]) => isMissing(missing));
    const names = new Set(currencies.map(([currency]) => currency));
    const isIncluded = (booking: Booking) =>
      booking.symbol === null
        ? !booking.entry || !ratesNeeded(booking.entry).some((currency) => names.has(currency))
        : !symbols.has(booking.symbol);
    return {
      stocks: this.stocks.filter(
        ({ symbol, entries }) => !symbols.has(symbol) && (entries[0]?.day ?? 0) <= until,
      ),
      bookings: this.#bookings.filter((booking) => booking.day <= until && isIncluded(booking)),
      skipped: [
        ...skippedStocks.flatMap(({ symbol, missing }) => (missing ? skipped(symbol, missing) : [])),
        ...currencies.map(([currency, missing]) => skipped(currency, missing)),
      ],
    };
  }
}

function bookStock(stock: StockLedger, rates: Rates, { cashTracking }: Book): Booking[] {
  const bookings: Booking[] = [];
  const { missing } = stock;
  for (const entry of stock.entries) {
    if ((missing && missing.day <= entry.day) || !isCounted(entry, cashTracking)) continue;
    const { type } = entry.transaction;
    if (type === 'TRANSFER_IN' || type === 'TRANSFER_OUT') {
      if (entry.isInternal) continue;
      const direction = type === 'TRANSFER_IN' ? 'in' : 'out';
      const key = { day: entry.day, entry, symbol: stock.symbol };
      bookings.push(transferBooking(key, direction, stock.marketValue(entry, rates)));
    } else {
      const rate = rates.ofEntry(entry);
      if (rate) bookings.push(moneyBooking(entry, rate, cashTracking));
    }
  }
  for (const { entry, day, direction, quantity } of stock.movements) {
    if (entry !== null || (missing && missing.day <= day)) continue;
    const value = stock.valueAt(quantity, day, rates);
    bookings.push(transferBooking({ day, entry, symbol: stock.symbol }, direction, value));
  }
  return bookings;
}

function bookCash(entries: readonly Entry[], rates: Rates, { cashTracking }: Book) {
  const missing = new Map<string, Missing>();
  const bookings: Booking[] = [];
  for (const entry of entries) {
    if (!isCounted(entry, cashTracking)) continue;
    const unknown = ratesNeeded(entry).find((currency) => rates.at(currency, entry.day) === null);
    if (unknown === undefined) {
      bookings.push(moneyBooking(entry, rates.ofEntry(entry) ?? zero, cashTracking));
    } else if (!missing.has(unknown)) {
      missing.set(unknown, missingRate(rates, unknown, entry.day));
    }
  }
  return { bookings, missing };
}

/** The main currencies whose rates a transaction without a stock needs. */
function ratesNeeded({ transaction: { currency, fxCurrency, toCurrency }, fxRate }: Entry): string[] {
  const own = fxRate !== null && fxCurrency !== null ? fxCurrency : currency;
  return [own, ...(toCurrency === null ? [] : [toCurrency])].map(mainCurrency);
}

function skipped(symbol: string, { kind, reason }: Missing): Skipped {
  return { symbol, kind, reason };
}

/** Splits that kept the number of shares come before the transactions of their day. */
function byDayAndEntry(a: Booking, b: Booking): number {
  if (a.day !== b.day) return a.day - b.day;
  if (a.entry && b.entry) return byDayAndOrdinal(a.entry, b.entry);
  return Number(a.entry !== null) - Number(b.entry !== null);
}
