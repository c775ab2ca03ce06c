import { expect, it } from 'vitest';
import { type CostMethod, dayTable, holdings, performance, realised } from '../src/index.ts';
import { bookOf, type Expected, workedBooks } from './worked-books.ts';

const methods: readonly CostMethod[] = ['fifo', 'average'];

it('has 26 books', () => {
  expect(new Set(workedBooks.map(({ id }) => id)).size).toBe(26);
});

it.each(workedBooks)('has the figures of the book $id: $about', (worked) => {
  const book = bookOf(worked);
  const { since, until, expected } = worked;
  const answer = performance(book, {
    since,
    until,
    benchmark: worked.benchmark ?? null,
    riskFreePercent: 0,
    series: false,
  });
  expect([
    ...differences('performance', performanceOf(expected), { ...answer, gain: { ...answer.gain } }),
    ...differences('irr', rateOf(expected.performance), rateOf(answer), 1e-8),
    ...differences(
      'problems',
      expected.performance.problems,
      answer.problems.map(({ date, kind }) => [date, kind]),
    ),
    ...differences('contributions', contributionsOf(expected), answer.contributions),
    ...differences('risk', expected.risk, answer.risk),
    ...differences('benchmark', expected.benchmark ?? null, answer.benchmark),
    ...holdingDifferences(book, until, expected),
    ...methods.flatMap((method) => realisedDifferences(book, method, expected)),
    ...differences('days', expected.days, daysOf(book, worked)),
  ]).toEqual([]);
});

function performanceOf({ performance: expected }: Expected) {
  const { gain, irr, irrPeriod, irrProblem, problems, otherContributionPoints, ...rest } = expected;
  const { otherContribution, ...parts } = gain;
  return { ...rest, gain: parts };
}

function rateOf({
  irr,
  irrPeriod,
  irrProblem,
}: Pick<Expected['performance'], 'irr' | 'irrPeriod' | 'irrProblem'>) {
  return { irr, irrPeriod, irrProblem };
}

function contributionsOf({ holdings: expected, performance: { gain, otherContributionPoints } }: Expected) {
  return [
    ...expected.map((holding) => ({
      symbol: holding.symbol,
      gain: holding.gain,
      contribution: holding.contribution,
      twr: holding.twr,
    })),
    { symbol: null, gain: gain.otherContribution, contribution: otherContributionPoints },
  ];
}

function holdingDifferences(
  book: Parameters<typeof holdings>[0],
  until: string,
  expected: Expected,
): string[] {
  const answer = holdings(book, { date: until, closed: true });
  const wanted = expected.holdings.map(({ gain, contribution, twr, ...holding }) => holding);
  const cash = Object.fromEntries(answer.cash.map(({ currency, amount }) => [currency, amount]));
  return [
    ...differences('holdings', wanted, answer.holdings),
    ...differences('cash', expected.cash, cash),
    ...differences('value', expected.value, answer.totals.value),
    ...differences('skipped', [], answer.skipped),
  ];
}

function realisedDifferences(
  book: Parameters<typeof realised>[0],
  method: CostMethod,
  expected: Expected,
): string[] {
  const answer = realised(book, { method, taxYearStart: '01-01', year: null, until: null });
  const sales = answer.sales.map(({ date, symbol, quantity, proceeds, cost, gain, taxes }) => [
    date,
    symbol,
    quantity,
    proceeds,
    cost,
    gain,
    taxes,
  ]);
  const years = answer.years
    .filter(({ proceeds, cost }) => proceeds !== 0 || cost !== 0)
    .map(({ year, proceeds, cost, gain, taxes }) => [year, [proceeds, cost, gain, taxes]]);
  return [
    ...differences(`sales by ${method}`, expected.realised[method], sales),
    ...differences(`years by ${method}`, expected.realisedByYear[method], Object.fromEntries(years)),
    ...differences(`moved by ${method}`, expected.moved[method], answer.moved),
  ];
}

/** The rows that the fixture has. */
function daysOf(
  book: Parameters<typeof dayTable>[0],
  { since, until, expected }: (typeof workedBooks)[number],
) {
  const rows = [...dayTable(book, { since, until, holdings: false }).rows(0, Number.POSITIVE_INFINITY)];
  const dates = new Set(expected.days.map(([date]) => date));
  return rows
    .filter(({ date }) => dates.has(date))
    .map(({ date, valueBefore, inflow, outflow, value, factor, index }) => [
      date,
      valueBefore,
      inflow,
      outflow,
      value,
      factor,
      index,
    ]);
}

/** Everything in `wanted` that `got` has otherwise; what only `got` has is passed over, except in lists. */
function differences(path: string, wanted: unknown, got: unknown, tolerance = 1e-9): string[] {
  if (typeof wanted === 'number' && typeof got === 'number') {
    return Math.abs(got - wanted) <= tolerance * Math.max(1, Math.abs(wanted))
      ? []
      : [`${path}: ${got} instead of ${wanted}`];
  }
  if (Array.isArray(wanted) && Array.isArray(got) && wanted.length !== got.length) {
    return [`${path}: ${got.length} instead of ${wanted.length} elements`];
  }
  if (isObject(wanted) && isObject(got)) {
    return Object.entries(wanted).flatMap(([name, value]) =>
      differences(`${path}.${name}`, value, got[name], tolerance),
    );
  }
  return Object.is(wanted, got)
    ? []
    : [`${path}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
