import { dayNumber } from '@stockbook/common/days';
import type { Skipped } from './answers.ts';
import type { Book } from './book.ts';
import { type Booking, isCounted, moneyBooking, transferBooking } from './bookings.ts';
import { mainCurrency } from './currencies.ts';
import { type Decimal, zero } from './decimal.ts';
import { byDayAndOrdinal, type Entry, groupBySymbol, readEntries } from './entries.ts';
import { Rates } from './rates.ts';
import { type Missing, missingRate, StockLedger } from './stock-ledger.ts';

const ledgers = new WeakMap<Book, Ledger>();

/** The ledger of a book, which all answers from the same book share. */
export function ledgerOf(book: Book): Ledger {
  const known = ledgers.get(book) ?? new Ledger(book);
  ledgers.set(book, known);
  return known;
}

/** Everything that is computed up to a day: without the holdings that lack a price or rate by then. */
export interface LedgerView {
  readonly stocks: readonly StockLedger[];
  readonly bookings: readonly Booking[];
  readonly skipped: readonly Skipped[];
}

export class Ledger {
  readonly book: Book;
  readonly today: number;
  /** Transactions of the portfolios that are computed, in order. */
  readonly entries: readonly Entry[];
  readonly rates: Rates;
  /** By symbol. */
  readonly stocks: readonly StockLedger[];
  readonly #bookings: readonly Booking[];
  /** By currency, of transactions without a stock. */
  readonly #missingCash = new Map<string, Missing>();
  readonly #views = new Map<number, LedgerView>();

  constructor(book: Book) {
    this.book = book;
    this.today = dayNumber(book.today);
    const ids = new Set(book.portfolioIds);
    this.entries = readEntries(book.transactions.filter(({ portfolioId }) => ids.has(portfolioId)));
    this.rates = new Rates(book, this.entries);
    this.stocks = [...groupBySymbol(this.entries)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([symbol, entries]) => new StockLedger(symbol, entries, book, this.rates));
    const withoutStock = this.entries.filter(({ transaction: { symbol } }) => symbol === null);
    this.#bookings = [
      ...this.stocks.flatMap((stock) => this.#bookStock(stock)),
      ...this.#bookCash(withoutStock),
    ].sort(byDayAndEntry);
  }

  upTo(until: number): LedgerView {
    const known = this.#views.get(until) ?? this.#view(until);
    this.#views.set(until, known);
    return known;
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

  #bookStock(stock: StockLedger): Booking[] {
    const { cashTracking } = this.book;
    const bookings: Booking[] = [];
    const { missing } = stock;
    for (const entry of stock.entries) {
      if ((missing && missing.day <= entry.day) || !isCounted(entry, cashTracking)) continue;
      const { type } = entry.transaction;
      if (type === 'TRANSFER_IN' || type === 'TRANSFER_OUT') {
        if (entry.isInternal) continue;
        const direction = type === 'TRANSFER_IN' ? 'in' : 'out';
        const key = { day: entry.day, entry, symbol: stock.symbol };
        bookings.push(transferBooking(key, direction, this.marketValue(stock, entry)));
      } else {
        const rate = this.rates.ofEntry(entry);
        if (rate) bookings.push(moneyBooking(entry, rate, cashTracking));
      }
    }
    for (const { entry, day, direction, quantity } of stock.movements) {
      if (entry !== null || (missing && missing.day <= day)) continue;
      const value = stock.valueAt(quantity, day, this.rates);
      bookings.push(transferBooking({ day, entry, symbol: stock.symbol }, direction, value));
    }
    return bookings;
  }

  /** The value at market of the shares of a transfer. */
  marketValue(stock: StockLedger, { quantity, day }: Entry): Decimal {
    return stock.valueAt(stock.splits.toToday(quantity, day), day, this.rates);
  }

  #bookCash(entries: readonly Entry[]): Booking[] {
    const { cashTracking } = this.book;
    return entries.flatMap((entry) => {
      if (!isCounted(entry, cashTracking)) return [];
      const unknown = ratesNeeded(entry).find((currency) => this.rates.at(currency, entry.day) === null);
      if (unknown !== undefined) {
        if (!this.#missingCash.has(unknown)) {
          this.#missingCash.set(unknown, missingRate(this.rates, unknown, entry.day));
        }
        return [];
      }
      return moneyBooking(entry, this.rates.ofEntry(entry) ?? zero, cashTracking);
    });
  }
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
