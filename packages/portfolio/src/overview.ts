import { dayNumber } from '@stockbook/common/days';
import type { Overview, PerformanceOptions, PortfolioShare } from './answers.ts';
import type { Book } from './book.ts';
import { balancesOf } from './cash.ts';
import { type Decimal, zero } from './decimal.ts';
import { holdings } from './holdings.ts';
import { ledgerOf } from './ledger.ts';
import { performance } from './performance.ts';
import { exactValue } from './valuation.ts';

/** Several portfolios as one book, and the part of each. The book names all of them. */
export function overview(book: Book, options: PerformanceOptions): Overview {
  const figures = performance(book, options);
  const period = { since: dayNumber(figures.since), until: dayNumber(figures.until) };
  const parts = book.portfolioIds.map((id) => ({ id, ...valueAndGain(book, id, period) }));
  const total = parts.reduce((sum, { value }) => sum.plus(value), zero);
  const portfolios = parts.map(
    ({ id, value, gain }): PortfolioShare => ({
      id,
      value: value.toNumber(),
      weightPercent: total.gt(zero) ? value.times(100).div(total).toNumber() : null,
      gain: gain.toNumber(),
    }),
  );
  return {
    portfolios,
    holdings: holdings(book, { date: figures.until, closed: false }),
    performance: figures,
  };
}

/** The value and the gain of one portfolio in the currency of the book; transfers to the others are its flows. */
function valueAndGain(
  book: Book,
  id: string,
  { since, until }: { since: number; until: number },
): { value: Decimal; gain: Decimal } {
  const ledger = ledgerOf({ ...book, portfolioIds: [id] });
  const { stocks, bookings } = ledger.upTo(until);
  const balances = book.cashTracking ? balancesOf(bookings) : [];
  const value = exactValue(stocks, balances, until, ledger.rates);
  const start = exactValue(stocks, balances, since - 1, ledger.rates);
  const gain = bookings
    .filter(({ day }) => day >= since)
    .reduce((sum, { inflow, outflow }) => sum.minus(inflow).plus(outflow), value.minus(start));
  return { value, gain };
}
