import {
  defaultSettings,
  type StatisticName,
  settingsBounds,
  statisticNames,
} from '@stockbook/rules/simulate';
import { z } from 'zod';
import {
  calendarDate,
  count,
  isoDate,
  opaqueId,
  paging,
  timestamp,
  totalCount,
  uuid,
} from '../../primitives.ts';
import { taskStatus } from '../../tasks/schemas.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { boundedNumber } from '../bounds.ts';
import { strategyInput, strategyRules } from '../schemas.ts';

/** Doubles represent cents exactly up to here. */
const maxMoney = 1e12;

const { since, until, fractional, dividends, ...numberDefaults } = defaultSettings;

function setting(name: keyof typeof numberDefaults, description: string) {
  const bounds = { max: maxMoney, ...settingsBounds[name] };
  return boundedNumber(name, 'below' in bounds ? { ...bounds, max: undefined } : bounds)
    .default(defaultSettings[name])
    .meta({ description, examples: [defaultSettings[name]] });
}

const date = (name: 'since' | 'until', description: string) =>
  calendarDate(name)
    .nullable()
    .default(null)
    .meta({ description, examples: [null] });

export const backtestSettings = z
  .object({
    cash: setting('cash', 'Cash at the start, for each stock, in its currency'),
    size_percent: setting('size_percent', 'Part of the cash that a purchase may spend'),
    commission_percent: setting('commission_percent', 'Of the traded value, at entry and at exit'),
    commission_fixed: setting('commission_fixed', 'Per order, at entry and at exit'),
    spread_percent: setting('spread_percent', 'A purchase pays this much more than the open'),
    since: date('since', 'First date of the run; null for the first bar'),
    until: date('until', 'Last date of the run; null for the last bar'),
    fractional: z
      .boolean('fractional must be true or false')
      .default(fractional)
      .meta({ description: 'Trades parts of shares' }),
    dividends: z
      .boolean('dividends must be true or false')
      .default(dividends)
      .meta({ description: 'Adds dividends to the cash' }),
  })
  .refine(
    (settings) => settings.since === null || settings.until === null || settings.since <= settings.until,
    {
      error: 'since must not be later than until',
      path: ['since'],
    },
  )
  .meta({ id: 'BacktestSettings' });

export type BacktestSettings = z.output<typeof backtestSettings>;

export const runBacktestInput = strategyInput
  .extend({
    settings: backtestSettings.prefault({}).meta({ description: 'Absent ones take their defaults' }),
  })
  .meta({ id: 'BacktestToRun' });

export const startedBacktest = z
  .object({
    task_id: uuid,
    backtest_id: uuid,
    message: z.string().meta({ examples: ['Running the backtest'] }),
  })
  .meta({ id: 'StartedBacktest' });

const units: Record<StatisticName, { description: string; example: number }> = {
  duration_days: { description: 'Calendar days', example: 11_017 },
  exposure_time_percent: { description: 'Share of the bars within a trade', example: 38.2 },
  equity_final: { description: 'Money', example: 48_211.5 },
  equity_peak: { description: 'Money', example: 52_040.9 },
  commissions: { description: 'Money', example: 1_204.3 },
  return_percent: { description: 'Percent', example: 382.1 },
  buy_and_hold_return_percent: { description: 'Percent', example: 1_540.7 },
  return_ann_percent: { description: 'Percent a year', example: 5.3 },
  volatility_ann_percent: { description: 'Percent a year', example: 17.9 },
  cagr_percent: { description: 'Percent a year', example: 5.4 },
  sharpe_ratio: { description: 'Ratio', example: 0.3 },
  sortino_ratio: { description: 'Ratio', example: 0.43 },
  calmar_ratio: { description: 'Ratio', example: 0.12 },
  alpha_percent: { description: 'Percent', example: -64.2 },
  beta: { description: 'Ratio', example: 0.29 },
  max_drawdown_percent: { description: 'Percent, 0 or negative', example: -44.8 },
  avg_drawdown_percent: { description: 'Percent, 0 or negative', example: -5.1 },
  max_drawdown_days: { description: 'Calendar days', example: 2_611 },
  avg_drawdown_days: { description: 'Calendar days', example: 74 },
  trades: { description: 'Number of closed trades', example: 41 },
  win_rate_percent: { description: 'Percent', example: 63.4 },
  best_trade_percent: { description: 'Percent', example: 31.2 },
  worst_trade_percent: { description: 'Percent', example: -9.1 },
  avg_trade_percent: { description: 'Percent', example: 3.9 },
  max_trade_days: { description: 'Calendar days', example: 212 },
  avg_trade_days: { description: 'Calendar days', example: 58 },
  profit_factor: { description: 'Ratio', example: 2.1 },
  expectancy_percent: { description: 'Percent', example: 4.4 },
  sqn: { description: 'Ratio', example: 1.8 },
  kelly_criterion: { description: 'Ratio', example: 0.33 },
};

const statistic = (name: StatisticName) =>
  z
    .number()
    .nullable()
    .meta({ description: units[name].description, examples: [units[name].example] });

const statistics = z
  .object(
    Object.fromEntries(statisticNames.map((name) => [name, statistic(name)])) as Record<
      StatisticName,
      ReturnType<typeof statistic>
    >,
  )
  .meta({
    id: 'BacktestStatistics',
    description:
      'The formulas are in docs/backtests.md. Null if one divides by zero, averages nothing or is not finite',
  });

export const backtestSummary = z
  .object({
    stocks: count.meta({ description: 'Number of stocks that were simulated', examples: [12] }),
    trades: count.meta({ description: 'Sum over the stocks', examples: [492] }),
    return_percent: statistic('return_percent'),
    buy_and_hold_return_percent: statistic('buy_and_hold_return_percent'),
    max_drawdown_percent: statistic('max_drawdown_percent'),
    exposure_time_percent: statistic('exposure_time_percent'),
    sharpe_ratio: statistic('sharpe_ratio'),
    win_rate_percent: statistic('win_rate_percent'),
  })
  .meta({ description: 'Medians over the stocks that have a value' });

export const backtestResult = z
  .object({
    symbol: stockSymbol,
    start: isoDate.meta({ description: 'The first bar of the run', examples: ['1996-10-28'] }),
    end: isoDate.meta({ description: 'The last bar of the run' }),
    statistics,
    dropped_orders: count.meta({ description: 'Purchases that the cash did not suffice for', examples: [0] }),
    pending: z
      .enum(['entry', 'exit'])
      .nullable()
      .meta({ description: 'The order decided at the last bar', examples: [null] }),
    warnings: z.array(z.string()).meta({
      description:
        'Sentences about the result, for example about purchases that the cash did not suffice for',
      examples: [[]],
    }),
  })
  .meta({ id: 'BacktestResult' });
export type BacktestResult = z.infer<typeof backtestResult>;

const skipped = z
  .array(
    z
      .object({
        symbol: stockSymbol,
        reason: z.string().meta({ examples: ['This strategy needs 201 bars, AAPL has 120'] }),
      })
      .meta({ id: 'SkippedInRun' }),
  )
  .meta({ description: 'Stocks that were left out', examples: [[]] });

export const listedBacktest = z
  .object({
    id: uuid,
    strategy_id: uuid,
    task_id: uuid.nullable().meta({ description: 'Null after a week' }),
    rules: strategyRules.meta({ description: 'The strategy’s rules when the run was requested' }),
    settings: backtestSettings,
    status: taskStatus.meta({ description: 'The status of its task', examples: ['SUCCESS'] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the run has failed; null after a week', examples: [null] }),
    created_at: timestamp,
    is_stale: z
      .boolean()
      .meta({ description: 'Whether prices have changed since the run', examples: [false] }),
    summary: backtestSummary.nullable().meta({ description: 'Null until the run has succeeded' }),
    skipped,
  })
  .meta({ id: 'ListedBacktest' });
export type ListedBacktest = z.infer<typeof listedBacktest>;

export const combinedBacktest = z
  .object({
    return_percent: statistic('return_percent'),
    buy_and_hold_return_percent: statistic('buy_and_hold_return_percent'),
    max_drawdown_percent: statistic('max_drawdown_percent'),
    volatility_ann_percent: statistic('volatility_ann_percent'),
    sharpe_ratio: statistic('sharpe_ratio'),
  })
  .meta({
    description:
      'Statistics of all stocks as one account, in which each has an equal share of the cash from the earliest bar on. A share is in cash before its stock’s first bar and keeps its value after the last one',
  });

export const backtest = listedBacktest
  .extend({
    results: z.array(backtestResult).meta({ description: 'One per simulated stock, by symbol' }),
    combined: combinedBacktest.nullable().meta({ description: 'Null until the run has succeeded' }),
    median_symbol: stockSymbol.nullable().meta({
      description: 'The stock with the median return, of two the lower one; null until the run has succeeded',
    }),
  })
  .meta({ id: 'Backtest' });
export type Backtest = z.infer<typeof backtest>;

export const listBacktestsInput = strategyInput.extend({ ...paging });
export const backtestList = z
  .object({
    backtests: z.array(listedBacktest).meta({ description: 'Newest first, without their results' }),
    total: totalCount,
  })
  .meta({ id: 'BacktestList' });

export const backtestInput = z.object({ backtestId: opaqueId.meta({ description: 'Id of a backtest' }) });
