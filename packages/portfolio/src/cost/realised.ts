import { dateOfDay, dayNumber } from '@stockbook/common/days';
import type { CostMethod } from '../answers.ts';
import type { Book } from '../book/book.ts';
import { type Booking, feesOf } from '../book/bookings.ts';
import { byDayAndOrdinal } from '../book/entries.ts';
import { type Ledger, ledgerSteps } from '../book/ledger.ts';
import { type Decimal, plus, zero } from '../numbers/decimal.ts';
import { finish, type Steps } from '../numbers/steps.ts';
import { type CostLedger, costSteps, type SoldShares } from './cost-ledger.ts';
import type { OpenLot } from './lots.ts';
import type { Moved, Realised, RealisedOptions, Sale, SaleLot, TaxYear } from './sales.ts';

/** The sums of a tax year in decimals. */
interface YearSums {
  proceeds: Decimal;
  cost: Decimal;
  taxes: Decimal;
  dividends: Decimal;
  interest: Decimal;
  fees: Decimal;
}

/** Types whose fees are neither in the cost nor in the proceeds of shares. */
const feeTypes: ReadonlySet<string> = new Set(['FEE', 'DIVIDEND', 'INTEREST']);

/** The sales with what their shares had cost, and the sums of tax years, oldest first. */
export function realised(book: Book, options: RealisedOptions): Realised {
  return finish(realisedSteps(book, options));
}

/** Computes what `realised` returns, a stock at a time. */
export function* realisedSteps(
  book: Book,
  { method, taxYearStart, year, until }: RealisedOptions,
): Steps<Realised> {
  const ledger = yield* ledgerSteps(book);
  const last = until === null ? ledger.today : Math.min(ledger.today, dayNumber(until));
  const costs = [...(yield* costSteps(ledger, last)).values()];
  const isShown = (day: number) => year === null || taxYearOf(day, taxYearStart) === year;
  const sold = costs.flatMap(({ sales }) => sales).sort((a, b) => byDayAndOrdinal(a.entry, b.entry));
  const { bookings, skipped } = ledger.upTo(last);
  const years = yearSums(sold, bookings, method, taxYearStart);
  return {
    years: [...years]
      .filter(([name]) => year === null || name === year)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, sums]) => taxYear(name, sums)),
    sales: sold.filter(({ entry }) => isShown(entry.day)).map((sale) => shownSale(sale, method, ledger)),
    moved: movedBy(costs, method),
    skipped,
  };
}

/** The tax year of a day: `2025`, or `2025/26` if it does not begin on January 1. */
function taxYearOf(day: number, taxYearStart: string): string {
  const date = dateOfDay(day);
  const calendarYear = Number(date.slice(0, 4));
  if (taxYearStart === '01-01') return String(calendarYear);
  const first = date.slice(5) >= taxYearStart ? calendarYear : calendarYear - 1;
  return `${first}/${String((first + 1) % 100).padStart(2, '0')}`;
}

function yearSums(
  sold: readonly SoldShares[],
  bookings: readonly Booking[],
  method: CostMethod,
  taxYearStart: string,
): Map<string, YearSums> {
  const years = new Map<string, YearSums>();
  const sumsOf = (day: number) => {
    const name = taxYearOf(day, taxYearStart);
    const sums = years.get(name) ?? {
      proceeds: zero,
      cost: zero,
      taxes: zero,
      dividends: zero,
      interest: zero,
      fees: zero,
    };
    years.set(name, sums);
    return sums;
  };
  for (const { entry, proceeds, taxes, removal } of sold) {
    const sums = sumsOf(entry.day);
    sums.proceeds = sums.proceeds.plus(proceeds);
    sums.cost = sums.cost.plus(removal.cost[method]);
    sums.taxes = plus(sums.taxes, taxes);
  }
  for (const booking of bookings) {
    const { entry, day, dividends, interest } = booking;
    const ownFees = entry && feeTypes.has(entry.transaction.type) ? feesOf(booking) : zero;
    if (dividends.isZero() && interest.isZero() && ownFees.isZero()) continue;
    const sums = sumsOf(day);
    sums.dividends = plus(sums.dividends, dividends);
    sums.interest = plus(sums.interest, interest);
    sums.fees = plus(sums.fees, ownFees);
  }
  return years;
}

function taxYear(year: string, { proceeds, cost, taxes, dividends, interest, fees }: YearSums): TaxYear {
  return {
    year,
    proceeds: proceeds.toNumber(),
    cost: cost.toNumber(),
    gain: proceeds.minus(cost).toNumber(),
    taxes: taxes.toNumber(),
    dividends: dividends.toNumber(),
    interest: interest.toNumber(),
    fees: fees.toNumber(),
  };
}

function shownSale(sale: SoldShares, method: CostMethod, ledger: Ledger): Sale {
  const { entry, proceeds, taxes, removal } = sale;
  const cost = removal.cost[method];
  return {
    transactionId: entry.transaction.id,
    date: entry.transaction.date,
    symbol: entry.transaction.symbol ?? '',
    quantity: entry.quantity.toNumber(),
    proceeds: proceeds.toNumber(),
    cost: cost.toNumber(),
    gain: proceeds.minus(cost).toNumber(),
    taxes: taxes.toNumber(),
    lots: method === 'fifo' ? saleLots(sale, ledger) : [],
  };
}

/** The lots of a sale; its proceeds are shared by quantity. */
function saleLots({ entry, proceeds, removal }: SoldShares, ledger: Ledger): SaleLot[] {
  const stock = ledger.stocks.find(({ symbol }) => symbol === entry.transaction.symbol);
  const all = removal.lots.reduce((sum, { quantity }) => sum.plus(quantity), zero);
  return removal.lots.map(({ day, quantity, cost }: OpenLot) => {
    const part = all.isZero() ? zero : proceeds.times(quantity).div(all);
    return {
      boughtOn: dateOfDay(day),
      daysHeld: entry.day - day,
      quantity: (stock ? stock.splits.toDay(quantity, entry.day) : quantity).toNumber(),
      cost: cost.toNumber(),
      proceeds: part.toNumber(),
      gain: part.minus(cost).toNumber(),
    };
  });
}

function movedBy(costs: readonly CostLedger[], method: CostMethod): Moved {
  const sums = { in: zero, out: zero };
  for (const { direction, value, cost } of costs.flatMap(({ moved }) => moved)) {
    sums[direction] = sums[direction].plus(value).minus(cost[method]);
  }
  return { broughtIn: sums.in.toNumber(), carriedOut: sums.out.toNumber() };
}
