import { mainCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { dateOfDay } from '@stockbook/common/days';
import { balanceAt, balancesOf } from '../book/cash.ts';
import type { Ledger, LedgerView } from '../book/ledger.ts';
import type { StockLedger } from '../book/stock-ledger.ts';
import type { Decimal } from '../numbers/decimal.ts';

/** The price of one of today's shares, or of a unit of a main currency. */
export interface JournalPrice {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly kind: 'stock' | 'currency';
  /** A symbol, or the code of a currency. */
  readonly name: string;
  readonly price: Decimal;
  /** A main currency. */
  readonly currency: string;
}

/**
 * The prices and rates on the days of transactions, of what they move, and on the last day, of everything that is held.
 */
export function journalPrices(ledger: Ledger, view: LedgerView, last: number): JournalPrice[] {
  const { stocks, bookings } = view;
  const bySymbol = new Map(stocks.map((stock) => [stock.symbol, stock]));
  const prices = new PriceList(ledger);
  for (const { day, symbol, cash, entry } of bookings) {
    const stock = symbol === null ? undefined : bySymbol.get(symbol);
    if (stock) prices.addStock(stock, day);
    for (const { currency } of cash) prices.addCurrency(currency, day);
    if (entry) prices.addCurrency(mainCurrency(entry.transaction.currency), day);
  }
  for (const stock of stocks) {
    if (!stock.quantityAt(last).isZero()) prices.addStock(stock, last);
  }
  for (const balance of balancesOf(bookings)) {
    if (!balanceAt(balance, last).isZero()) prices.addCurrency(balance.currency, last);
  }
  return prices.sorted();
}

class PriceList {
  readonly #ledger: Ledger;
  readonly #prices = new Map<string, JournalPrice>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  addStock(stock: StockLedger, day: number): void {
    const key = `${stock.symbol} ${day}`;
    const quote = this.#prices.has(key) ? null : stock.prices.at(day);
    if (!quote) return;
    const currency = mainCurrency(quote.currency);
    const price = quote.price.div(unitsPerMain(quote.currency));
    this.#prices.set(key, { date: dateOfDay(day), kind: 'stock', name: stock.symbol, price, currency });
    this.addCurrency(currency, day);
  }

  addCurrency(name: string, day: number): void {
    const { currency } = this.#ledger.book;
    // The space is in no symbol: a stock may be named like a currency.
    const key = ` ${name} ${day}`;
    const price = name === currency || this.#prices.has(key) ? null : this.#ledger.rates.at(name, day);
    if (price) this.#prices.set(key, { date: dateOfDay(day), kind: 'currency', name, price, currency });
  }

  sorted(): JournalPrice[] {
    return [...this.#prices.values()].sort((a, b) => compare(a.date, b.date) || compare(a.name, b.name));
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
