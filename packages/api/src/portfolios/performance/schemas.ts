import { z } from 'zod';
import { count, isoDate, paging, symbolInPath, totalCount } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import {
  asOf,
  flag,
  money,
  period,
  periodInOrder,
  portfolioWarnings,
  skippedHoldings,
} from '../book/schemas.ts';
import { portfolioInput } from '../schemas.ts';

export const performanceInput = portfolioInput
  .extend({
    ...period,
    benchmark: symbolInPath
      .meta({ description: 'Symbol of a benchmark. Default: that of the portfolio', examples: ['^GSPC'] })
      .optional(),
    series: flag('series', 'Adds the values over time'),
    details: flag('details', 'Adds the returns of months and years, and what explains the figures'),
  })
  .check(periodInOrder);

const fraction = z.number().nullable();
const part = (description: string, example: number) => money.meta({ description, examples: [example] });

const gainParts = z
  .object({
    total: part('Value at the end − value at the start − inflow + outflow', 134),
    price: part('Change of prices', 153.5),
    dividends: part('Gross', 0),
    interest: part('Gross', 0),
    fees: part('With its sign: added to the other parts', -7),
    taxes: part('With its sign: added to the other parts', -12.5),
    currency: part('Change of rates', 0),
  })
  .meta({ id: 'GainParts', description: 'The six parts add up to the total' });

const dayProblem = z
  .object({
    date: isoDate.meta({ examples: ['2015-06-17'] }),
    kind: z.enum(['no_capital', 'loss_beyond_capital']),
    amount: money.meta({ description: 'Value + outflow − value before − inflow', examples: [50] }),
  })
  .meta({ id: 'DayProblem', description: 'A day that counts 1 in the time-weighted return' });

const contribution = z
  .object({
    symbol: stockSymbol.nullable().meta({
      description: 'Null for the rest: unassigned fees, interest and cash',
      examples: ['AAA'],
    }),
    gain: money.meta({ examples: [134] }),
    contribution: fraction.meta({
      description: 'Part of `twr`; null where that is null',
      examples: [0.09190382728164867],
    }),
  })
  .meta({ id: 'Contribution' });

const risk = z.object({
  trading_days: count.meta({ examples: [7] }),
  volatility_annual: fraction.meta({ description: 'Null below 20 trading days', examples: [null] }),
  sharpe_ratio: fraction.meta({
    description: 'Null below 20 trading days, and without volatility',
    examples: [null],
  }),
  max_drawdown: z.number().meta({ description: '0 or negative', examples: [-0.018518518518518517] }),
  drawdown_from: isoDate.nullable().meta({
    description: 'The first day at the peak; null without a drawdown',
    examples: ['2024-01-08'],
  }),
  drawdown_to: isoDate.nullable().meta({
    description: 'The first day at the lowest; null without a drawdown',
    examples: ['2024-01-09'],
  }),
  recovered_on: isoDate.nullable().meta({ description: 'Null until then', examples: ['2024-01-10'] }),
});

const benchmark = z.object({
  symbol: stockSymbol.meta({ examples: ['^GSPC'] }),
  reference_day: isoDate.nullable().meta({
    description: 'The day before `since` if there was a value then, else the first day with capital',
    examples: ['2024-01-02'],
  }),
  value_end: money.nullable().meta({ description: 'Null with a problem', examples: [561.2] }),
  gain: money.nullable().meta({ description: 'Null with a problem', examples: [145.2] }),
  twr: fraction.meta({ description: 'Null without prices', examples: [0.0211] }),
  dividends_reinvested: z.boolean().meta({ description: 'Whether there were any', examples: [false] }),
  problem: z
    .enum(['no_prices', 'ran_out'])
    .nullable()
    .meta({ examples: [null] }),
  problem_date: isoDate.nullable().meta({ examples: [null] }),
});

const seriesRow = z
  .object({
    date: isoDate.meta({ examples: ['2024-01-10'] }),
    value: money.meta({ examples: [550] }),
    invested: money.meta({ description: 'Value at the start + inflows − outflows so far', examples: [416] }),
    twr: fraction.meta({ description: 'From `since` to this day', examples: [0.0919] }),
    drawdown: z.number().meta({
      description: 'Distance of 1 + twr from its highest value so far, a fraction: 0 or negative',
      examples: [0],
    }),
    benchmark_value: money.nullable().meta({ examples: [561.2] }),
    benchmark_twr: fraction.meta({ examples: [0.0211] }),
  })
  .meta({ id: 'PerformanceRow' });

const dayFields = {
  date: isoDate.meta({ examples: ['2024-01-10'] }),
  value_before: money.meta({ examples: [530] }),
  inflow: money.meta({ examples: [0] }),
  outflow: money.meta({ examples: [0] }),
  value: money.meta({ examples: [550] }),
  factor: z
    .number()
    .meta({ description: '(value + outflow) / (value_before + inflow)', examples: [1.0377358490566038] }),
  index: z.number().meta({ description: 'Product of the factors so far', examples: [1.09190382728] }),
};

const twrOf = (description: string) => z.number().meta({ description, examples: [0.09190382728164867] });

const performanceDetails = z
  .object({
    years: z
      .array(
        z.object({
          year: count.meta({ examples: [2024] }),
          twr: twrOf('True time-weighted return of the year, or of its part in the period'),
          months: z.array(
            z.object({
              month: count.meta({ description: 'From 1', examples: [1] }),
              twr: twrOf('True time-weighted return of the month, or of its part in the period'),
            }),
          ),
        }),
      )
      .meta({ description: 'From the first day with capital on, oldest first; empty where `twr` is null' }),
    largest_days: z
      .array(z.object(dayFields))
      .meta({ description: 'The days whose factors are furthest from 1, at most three, the furthest first' }),
    payments: z
      .array(z.object({ date: isoDate.meta({ examples: ['2024-01-02'] }), amount: money }))
      .meta({ description: 'Those of `irr`, oldest first: money that goes in is below 0' }),
    gain_on_cost: fraction.meta({
      description: 'Gain / (value at the start + inflow); null if that is not above 0',
      examples: [0.0664],
    }),
  })
  .meta({ id: 'PerformanceDetails' });

const yearly = (description: string, example: number | null) =>
  fraction.meta({ description, examples: [example] });

export const performance = z
  .object({
    since: isoDate.meta({ examples: ['2024-01-02'] }),
    until: isoDate.meta({ examples: ['2024-01-10'] }),
    as_of: asOf,
    days: count.meta({ description: 'From the first day with capital to `until`', examples: [9] }),
    value_start: money.meta({ description: 'At the end of the day before `since`', examples: [0] }),
    value_end: money.meta({ examples: [550] }),
    inflow: money.meta({ examples: [2_018] }),
    outflow: money.meta({ examples: [1_602] }),
    gain: gainParts,
    twr: fraction.meta({
      description: 'True time-weighted return of the period, a fraction',
      examples: [0.09190382728164867],
    }),
    twr_annual: yearly('A year; null below 365 days', null),
    twr_problem: z
      .enum(['no_capital', 'no_deposits'])
      .nullable()
      .meta({ examples: [null] }),
    irr: yearly('Internal rate of return a year', 70.07531694132017),
    irr_period: yearly('Internal rate of return of the period', 0.09795772242127586),
    irr_problem: z
      .enum(['no_flows', 'no_sign_change', 'several_rates', 'out_of_range'])
      .nullable()
      .meta({ description: 'With `several_rates`, the rate nearest to 0 is given', examples: [null] }),
    problems: z.array(dayProblem).meta({ examples: [[]] }),
    warnings: portfolioWarnings,
    contributions: z.array(contribution).meta({ description: 'They add up to `gain.total` and to `twr`' }),
    risk: risk.nullable().meta({ description: 'Null where `twr` is null' }),
    benchmark: benchmark.nullable().meta({
      description: 'The same money on the same days; null without a benchmark',
      examples: [null],
    }),
    skipped: skippedHoldings,
    series: z
      .array(seriesRow)
      .meta({
        description:
          'With `series=true`, oldest first: a row a day up to 400 days, then a week up to ten years, then a month',
      })
      .optional(),
    details: performanceDetails.optional().meta({ description: 'With `details=true`' }),
  })
  .meta({ id: 'PortfolioPerformance' });
export type Performance = z.infer<typeof performance>;

const daySelection = {
  ...period,
  holdings: flag('holdings', 'Adds what is held at the end of each day'),
};

export const daysInput = portfolioInput.extend({ ...daySelection, ...paging }).check(periodInOrder);
export const daysCsvInput = portfolioInput.extend(daySelection).check(periodInOrder);

const dayHolding = z
  .object({
    symbol: stockSymbol,
    quantity: z.number().meta({ description: 'Shares, as of that day', examples: [5] }),
    price: z.number().meta({ description: 'In the currency of the quotes', examples: [110] }),
    fx_rate: z.number().meta({ examples: [1] }),
    value: money.meta({ description: 'Quantity × price × fx_rate', examples: [550] }),
  })
  .meta({ id: 'DayHolding' });

const day = z
  .object({
    ...dayFields,
    holdings: z.array(dayHolding).meta({ description: 'With `holdings=true`' }).optional(),
  })
  .meta({ id: 'PortfolioDay' });

export const dayList = z
  .object({ days: z.array(day).meta({ description: 'Oldest first' }), total: totalCount })
  .meta({ id: 'PortfolioDayList' });
