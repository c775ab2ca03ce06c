import { dateOfDay } from '@stockbook/common/days';
import type { Contribution, DayProblem, Performance, PerformanceOptions, TwrProblem } from '../answers.ts';
import type { Book } from '../book/book.ts';
import { type Ledger, ledgerSteps } from '../book/ledger.ts';
import { periodOf } from '../book/period.ts';
import { seriesOf } from '../days/series.ts';
import { exactValueAt, type Timeline, timelineSteps } from '../days/timeline.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { at } from '../numbers/search.ts';
import { finish, mapInSteps, type Steps } from '../numbers/steps.ts';
import { difference } from '../prices/valuation.ts';
import { benchmarkDays } from './benchmark.ts';
import { periodMoney } from './gain-parts.ts';
import { holdingGain, holdingReturn, netMoneyBySymbol } from './holding-return.ts';
import { irr } from './irr.ts';
import type { Payment, Risk } from './payments.ts';
import { risk } from './risk.ts';
import { warningsOf } from './warnings.ts';

/** In days: shorter periods have no return a year. */
const minAnnualDays = 365;

/** The figures of a period, both days included: docs/portfolios.md has the formulas. */
export function performance(book: Book, options: PerformanceOptions): Performance {
  return finish(performanceSteps(book, options));
}

/** Computes what `performance` returns, a stock at a time. */
export function* performanceSteps(book: Book, options: PerformanceOptions): Steps<Performance> {
  const ledger = yield* ledgerSteps(book);
  const { since, until } = periodOf(ledger, options.since, options.until);
  const timeline = yield* timelineSteps(ledger, since, until);
  const ends = { start: exactValueAt(timeline, since - 1), end: exactValueAt(timeline, until) };
  const valueStart = ends.start.toNumber();
  const money = periodMoney(timeline, ends.start, ends.end);
  const twrProblem = findTwrProblem(timeline);
  const index = timeline.columns.index.at(-1) ?? 1;
  const days = timeline.firstRowWithCapital < 0 ? 0 : timeline.window.count - timeline.firstRowWithCapital;
  const twr = twrProblem === null ? index - 1 : null;
  const benchmark =
    options.benchmark === null ? null : benchmarkDays(timeline, options.benchmark, valueStart);
  const payments = paymentsOf(timeline, ends);
  return {
    since: dateOfDay(since),
    until: dateOfDay(until),
    asOf: asOfDay(timeline),
    days,
    valueStart,
    valueEnd: ends.end.toNumber(),
    inflow: money.inflow.toNumber(),
    outflow: money.outflow.toNumber(),
    gain: money.gain,
    twr,
    twrAnnual: twr === null || days < minAnnualDays ? null : index ** (365 / days) - 1,
    twrProblem,
    ...irr(payments),
    problems: problemsOf(timeline),
    warnings: warningsOf(timeline),
    contributions: yield* contributionSteps(timeline, money.gain.total, twr),
    risk: twr === null ? null : riskOf(timeline, options.riskFreePercent),
    benchmark: benchmark?.answer ?? null,
    skipped: timeline.view.skipped,
    series: options.series ? seriesOf(timeline, valueStart, benchmark) : null,
    dayColumns: timeline.columns,
    payments,
  };
}

function findTwrProblem({ ledger, view, firstRowWithCapital }: Timeline): TwrProblem | null {
  const isFunded = view.bookings.some(
    ({ entry }) =>
      entry !== null &&
      !entry.isInternal &&
      (entry.transaction.type === 'DEPOSIT' || entry.transaction.type === 'TRANSFER_IN'),
  );
  if (ledger.book.cashTracking && !isFunded) return 'no_deposits';
  return firstRowWithCapital < 0 ? 'no_capital' : null;
}

/** The payments of the internal rate: the value at the start goes in, the value at the end comes out. */
function paymentsOf(
  { flows, window }: Timeline,
  { start, end }: { start: Decimal; end: Decimal },
): Payment[] {
  const { eve, count } = window;
  const sums = new Map([[eve, start.neg()]]);
  for (const [day, { inflow, outflow }] of flows) sums.set(day, difference(outflow, inflow));
  const until = eve + count;
  const last = sums.get(until);
  sums.set(until, last ? difference(end, last.neg()) : end);
  return [...sums]
    .filter(([, amount]) => !amount.isZero())
    .map(([day, amount]) => ({ day, amount: amount.toNumber() }))
    .sort((a, b) => a.day - b.day);
}

function problemsOf({ problems, columns }: Timeline): DayProblem[] {
  return problems.map(({ row, kind }) => ({
    date: dateOfDay(at(columns.day, row)),
    kind,
    amount:
      at(columns.value, row) +
      at(columns.outflow, row) -
      at(columns.valueBefore, row) -
      at(columns.inflow, row),
  }));
}

/** The contributions of all holdings and of the rest, which add up to the gain and to the return. */
function* contributionSteps(timeline: Timeline, gain: number, twr: number | null): Steps<Contribution[]> {
  const { view, window, holdings, weight, ledger } = timeline;
  const period = { eve: window.eve, until: window.eve + window.count };
  const netMoney = netMoneyBySymbol(view.bookings, window.eve);
  let otherGain = gain;
  let otherContribution = twr ?? 0;
  const result = yield* mapInSteps(holdings, (days): Contribution => {
    const { symbol } = days.stock;
    const own = holdingReturn(days, weight);
    const ownGain = holdingGain(days.stock, period, netMoney.get(symbol), ledger.rates).toNumber();
    otherGain -= ownGain;
    otherContribution -= own.contribution;
    const contribution = twr === null ? null : own.contribution;
    return { symbol, gain: ownGain, contribution, twr: own.twr };
  });
  const hasRest = view.bookings.some(
    ({ symbol, day, cash }) => cash.length > 0 || (symbol === null && day > window.eve),
  );
  const rest = hasRest ? otherContribution : 0;
  result.push({
    symbol: null,
    gain: hasRest ? otherGain : 0,
    contribution: twr === null ? null : rest,
    twr: null,
  });
  return result;
}

function riskOf(
  { window, columns, isTradingDay, firstRowWithCapital }: Timeline,
  riskFreePercent: number,
): Risk {
  const firstDay = window.eve + 1;
  return risk({ firstDay, factor: columns.factor, firstRowWithCapital, isTradingDay, riskFreePercent });
}

/** The day of the last close that a value was computed from, else of the last bar of a pair. */
function asOfDay({ holdings, ledger, view, balances, window }: Timeline): string | null {
  const until = window.eve + window.count;
  const days = holdings.map(({ lastPriceDay }) => lastPriceDay).filter(Number.isFinite);
  if (days.length > 0) return dateOfDay(Math.max(...days));
  return lastPairDay(
    ledger,
    [...balances, ...view.stocks].map(({ currency }) => currency),
    until,
  );
}

function lastPairDay({ rates }: Ledger, currencies: readonly string[], until: number): string | null {
  const days = currencies.flatMap((currency) => rates.pairsAt(currency, until).map(({ barDay }) => barDay));
  return days.length === 0 ? null : dateOfDay(Math.max(...days));
}
