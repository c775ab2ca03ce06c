import { dayNumber } from '@stockbook/common/days';
import type { Overview, OverviewOptions, PortfolioShare } from '../answers.ts';
import type { Book } from '../book/book.ts';
import { balancesOf } from '../book/cash.ts';
import { ledgerSteps } from '../book/ledger.ts';
import type { Period } from '../book/period.ts';
import { holdingSteps } from '../cost/holdings.ts';
import { type Decimal, zero } from '../numbers/decimal.ts';
import { finish, type Steps } from '../numbers/steps.ts';
import { exactValue } from '../prices/valuation.ts';
import { performanceSteps } from './performance.ts';

/** Several portfolios as one book, and the part of each. The book names all of them. */
export function overview(book: Book, options: OverviewOptions): Overview {
  return finish(overviewSteps(book, options));
}

/** Computes what `overview` returns, a stock at a time. */
export function* overviewSteps(book: Book, options: OverviewOptions): Steps<Overview> {
  const figures = yield* performanceSteps(book, options);
  const period = { since: dayNumber(figures.since), until: dayNumber(figures.until) };
  const transactions = Map.groupBy(book.transactions, ({ portfolioId }) => portfolioId);
  const parts: ExactShare[] = [];
  for (const id of book.portfolioIds) {
    const own = { ...book, portfolioIds: [id], transactions: transactions.get(id) ?? [] };
    parts.push(yield* shareSteps(own, id, period));
  }
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
    holdings: yield* holdingSteps(book, { date: figures.until, closed: false, lots: options.lots }),
    performance: figures,
  };
}

interface ExactShare {
  readonly id: string;
  readonly value: Decimal;
  readonly gain: Decimal;
}

/** The value and the gain of the one portfolio of `book`; transfers to others are its flows. */
function* shareSteps(book: Book, id: string, { since, until }: Period): Steps<ExactShare> {
  const ledger = yield* ledgerSteps(book);
  const { stocks, bookings } = ledger.upTo(until);
  const balances = book.cashTracking ? balancesOf(bookings) : [];
  const value = exactValue(stocks, balances, until, ledger.rates);
  const start = exactValue(stocks, balances, since - 1, ledger.rates);
  const gain = bookings
    .filter(({ day }) => day >= since)
    .reduce((sum, { inflow, outflow }) => sum.minus(inflow).plus(outflow), value.minus(start));
  return { id, value, gain };
}
