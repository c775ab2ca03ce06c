import {
  backtestSummary,
  backtestTrade,
  listedBacktest as listedBacktestOf,
  stockResult as stockResultOf,
  strategyDetail,
  strategySweep,
} from '../../apps/web/src/testing/strategies.ts';

/** Strategies and their results in the server's format, for screens in states that are hard to provoke. */

const runnableRules = {
  format: 'stockbook/1',
  entry: 'rsi(14) crosses above 30 and close > sma(200)',
  exit: 'rsi(14) crosses above 70',
  stop_loss_percent: 8,
  take_profit_percent: null,
  max_bars: 60,
  scope: { watch_list: true },
};

export const summary = backtestSummary({ stocks: 3, trades: 29 });

const dayMs = 86_400_000;

/** Working days from January 4, 2021. */
function workingDays(count: number): string[] {
  const days: string[] = [];
  for (let time = Date.UTC(2021, 0, 4); days.length < count; time += dayMs) {
    const date = new Date(time);
    if (date.getUTCDay() % 6 !== 0) days.push(date.toISOString().slice(0, 10));
  }
  return days;
}

/** Few: axe visits every row of their table. */
const days = workingDays(140);

export const equityRows = days.map((date, index) => ({
  date,
  equity: 10_000 * (1 + index / 180 + 0.08 * Math.sin(index / 7)),
  buy_and_hold: 10_000 * (1 + index / 120 + 0.15 * Math.sin(index / 12)),
}));

const reasons = ['exit', 'time', 'stop', 'take_profit', 'exit', 'open'] as const;

export const trades = [8, 32, 58, 82, 104, 138].map((bar, index) => {
  const isOpen = index === 5;
  const exit = bar + 9;
  return backtestTrade({
    entry_bar: bar,
    entry_date: days[bar] ?? '',
    entry_price: 131.2 + index,
    exit_bar: isOpen ? null : exit,
    exit_date: isOpen ? null : (days[exit] ?? ''),
    exit_price: isOpen ? null : 140.5 + index,
    size: 75,
    profit: isOpen ? null : index === 2 ? -811.2 : 677.12,
    return_percent: isOpen ? null : index === 2 ? -8.24 : 6.88,
    commission: isOpen ? null : 20.38,
    reason: reasons[index] ?? 'exit',
  });
});

/** A stock that was simulated on `days`. */
function stockResult(
  symbol: string,
  figures: object = {},
  changes: Parameters<typeof stockResultOf>[0] = {},
) {
  const result = stockResultOf({ symbol, start: days[0] ?? '', end: days.at(-1) ?? '', ...changes });
  return { ...result, statistics: { ...result.statistics, trades: 11, ...figures } };
}

export const strategy = strategyDetail({
  name: 'Oversold in an uptrend',
  rules: runnableRules,
  is_active: true,
});

/** One that can be run, one of a newer version, one in a form of its own. */
export const strategies = [
  strategy,
  {
    ...strategy,
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c22',
    name: 'Golden cross',
    rules: {
      ...runnableRules,
      entry: 'sma(50) crosses above sma(200)',
      exit: 'sma(50) crosses below sma(200)',
      stop_loss_percent: null,
      max_bars: null,
      scope: { symbols: ['AAPL', 'MSFT'] },
    },
    is_active: false,
  },
  {
    ...strategy,
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c23',
    name: 'Made elsewhere',
    rules: { format: 'stockbook/2', entry: { any: ['rsi(14) < 30', 'cci(20) < -100'] } },
    is_active: false,
  },
  {
    ...strategy,
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c24',
    name: 'Buy the dip',
    description: 'Buys when the RSI is low',
    rules: { entry: { indicator: 'RSI', below: 30 } },
    is_active: false,
  },
];

export const listedBacktest = listedBacktestOf({
  rules: runnableRules,
  summary,
  skipped: [{ symbol: 'XYZ', reason: 'This strategy needs 201 bars, XYZ has 120' }],
});

export const backtest = {
  ...listedBacktest,
  results: [
    stockResult('AAPL', {}, { pending: 'entry' }),
    stockResult(
      'MSFT',
      { return_percent: -12.5, buy_and_hold_return_percent: 40.11, trades: 18 },
      {
        dropped_orders: 11,
        warnings: [
          '11 of 29 purchases were dropped: the cash did not buy one share. Turn on Fractions of shares.',
        ],
      },
    ),
    stockResult(
      'BRK-B',
      { return_percent: 0, trades: 0, win_rate_percent: null, sharpe_ratio: null },
      { dropped_orders: 4, warnings: ['10,000 USD does not buy one share of BRK-B.'] },
    ),
  ],
};

const part = (return_percent: number) => ({ ...summary, return_percent, sharpe_ratio: return_percent / 100 });

export const sweep = strategySweep({
  rules: runnableRules,
  ranges: [
    { numbers: ['entry[0]'], from: 8, to: 20, step: 3 },
    { numbers: ['entry[1]'], from: 18, to: 42, step: 6 },
  ],
  split_date: '2022-09-14',
  rows: [8, 11, 14, 17, 20].flatMap((period) =>
    [18, 24, 30, 36, 42].map((level) => ({
      values: [period, level],
      in_sample: part(90 - Math.abs(period - 11) * 9 - Math.abs(level - 36) * 4),
      out_of_sample: part(Math.abs(period - 14) * 2 - level / 3 + 6),
    })),
  ),
  total: 25,
});

export const numbers = [
  { address: 'entry[0]', label: 'timeperiod of RSI', value: 14, min: 2, max: 100_000 },
  { address: 'entry[1]', label: 'RSI (14) crosses above', value: 30, min: null, max: null },
  { address: 'entry[2]', label: 'timeperiod of SMA', value: 200, min: 2, max: 100_000 },
  { address: 'exit[0]', label: 'timeperiod of RSI', value: 14, min: 2, max: 100_000 },
  { address: 'exit[1]', label: 'RSI (14) crosses above', value: 70, min: null, max: null },
  { address: 'stop_loss_percent', label: 'stop-loss in percent', value: 8, min: 0, max: 100 },
  { address: 'take_profit_percent', label: 'take-profit in percent', value: null, min: 0, max: 10_000 },
  { address: 'max_bars', label: 'longest time in bars', value: 60, min: 1, max: 5000 },
];
