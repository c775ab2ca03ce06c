import type { StatisticName } from '../api/types.ts';

/** How a statistic is written: `change` with a sign, `percent` without a plus. */
export type StatisticUnit = 'days' | 'money' | 'change' | 'percent' | 'ratio' | 'count';

interface StatisticGuide {
  readonly label: string;
  readonly unit: StatisticUnit;
  readonly meaning: string;
  /** As in docs/backtests.md. */
  readonly formula: string;
}

const annual = 'A = 252 bars a year (365 if weekends are traded)';

export const statisticGuides: Readonly<Record<StatisticName, StatisticGuide>> = {
  return_percent: {
    label: 'Return',
    unit: 'change',
    meaning: 'What the run earned in total.',
    formula: '100 × (final equity − starting cash) / starting cash',
  },
  buy_and_hold_return_percent: {
    label: 'Buy and hold',
    unit: 'change',
    meaning: 'What the stock earned from the close before the first decision, without costs.',
    formula:
      '100 × (last close − close before the first decision) / close before the first decision; dividends are added if the run counts them',
  },
  return_ann_percent: {
    label: 'Return per year',
    unit: 'change',
    meaning: 'The average return of a bar, compounded over a year.',
    formula: `100 × ((final equity / starting cash)^(A / (bars − 1)) − 1), ${annual}`,
  },
  cagr_percent: {
    label: 'CAGR',
    unit: 'change',
    meaning: 'The yearly growth over calendar time.',
    formula: '100 × ((final equity / starting cash)^(365.25 / days) − 1)',
  },
  equity_final: {
    label: 'Final equity',
    unit: 'money',
    meaning: 'Cash and the open position at the last close.',
    formula: 'equity at the last close',
  },
  equity_peak: {
    label: 'Highest equity',
    unit: 'money',
    meaning: 'The highest equity at any close.',
    formula: 'maximum of the equity',
  },
  commissions: {
    label: 'Commissions',
    unit: 'money',
    meaning: 'What the closed trades paid at entry and exit.',
    formula: 'sum of the commissions of the closed trades',
  },
  alpha_percent: {
    label: 'Alpha',
    unit: 'change',
    meaning: 'The return that the movement of the stock does not explain.',
    formula: 'return − beta × buy-and-hold return',
  },
  beta: {
    label: 'Beta',
    unit: 'ratio',
    meaning: 'How strongly the equity moves with the stock.',
    formula: 'cov(x, y) / var(y), x and y = logarithmic returns of equity and close; none after a ruin',
  },
  max_drawdown_percent: {
    label: 'Worst drawdown',
    unit: 'change',
    meaning: 'The largest loss from an earlier peak.',
    formula: '−100 × maximum of d, d = 1 − equity / highest equity so far',
  },
  avg_drawdown_percent: {
    label: 'Average drawdown',
    unit: 'change',
    meaning: 'The average of the largest losses of all stretches below a peak.',
    formula: '−100 × mean over the stretches of the largest d within',
  },
  max_drawdown_days: {
    label: 'Longest drawdown',
    unit: 'days',
    meaning: 'The longest stretch below a peak.',
    formula: 'calendar days from the first to the last bar of the longest stretch',
  },
  avg_drawdown_days: {
    label: 'Average drawdown time',
    unit: 'days',
    meaning: 'The average stretch below a peak.',
    formula: 'mean of the stretches in calendar days, rounded up',
  },
  volatility_ann_percent: {
    label: 'Volatility per year',
    unit: 'percent',
    meaning: 'How much the returns vary, over a year.',
    formula: `100 × S, S = √((V + (1 + G)²)^A − (1 + G)^(2A)); V = variance and G = geometric mean of r, the returns from close to close; ${annual}`,
  },
  sharpe_ratio: {
    label: 'Sharpe ratio',
    unit: 'ratio',
    meaning: 'Return per year for each unit of volatility, without a risk-free rate.',
    formula: 'return per year / volatility per year',
  },
  sortino_ratio: {
    label: 'Sortino ratio',
    unit: 'ratio',
    meaning: 'Like the Sharpe ratio, but only losses count as risk.',
    formula: `return per year / (√(mean of min(r, 0)²) × √A), r = returns from close to close, ${annual}`,
  },
  calmar_ratio: {
    label: 'Calmar ratio',
    unit: 'ratio',
    meaning: 'Return per year for each unit of the worst drawdown.',
    formula: 'return per year / worst drawdown',
  },
  exposure_time_percent: {
    label: 'Exposure',
    unit: 'percent',
    meaning: 'The part of the time in which the stock was held.',
    formula: '100 × bars within a trade / bars; entry bar, exit bar and an open trade count',
  },
  duration_days: {
    label: 'Duration',
    unit: 'days',
    meaning: 'The calendar time of the run.',
    formula: 'date of the last bar − date of the first bar',
  },
  trades: {
    label: 'Trades',
    unit: 'count',
    meaning: 'Closed trades. A position that is open at the end does not count.',
    formula: 'number of closed trades',
  },
  win_rate_percent: {
    label: 'Win rate',
    unit: 'percent',
    meaning: 'The share of trades with a profit.',
    formula: '100 × trades with a profit / trades',
  },
  best_trade_percent: {
    label: 'Best trade',
    unit: 'change',
    meaning: 'The highest return of a trade.',
    formula: '100 × maximum of q, q = return of a trade after commission',
  },
  worst_trade_percent: {
    label: 'Worst trade',
    unit: 'change',
    meaning: 'The lowest return of a trade.',
    formula: '100 × minimum of q, q = return of a trade after commission',
  },
  avg_trade_percent: {
    label: 'Average trade',
    unit: 'change',
    meaning: 'The return of a trade if all were alike.',
    formula: '100 × (geometric mean of (1 + q) − 1), q = return of a trade',
  },
  max_trade_days: {
    label: 'Longest trade',
    unit: 'days',
    meaning: 'The longest time that a position was held.',
    formula: 'calendar days from entry to exit',
  },
  avg_trade_days: {
    label: 'Average trade time',
    unit: 'days',
    meaning: 'The average time that a position was held.',
    formula: 'mean of the calendar days from entry to exit, rounded up',
  },
  profit_factor: {
    label: 'Profit factor',
    unit: 'ratio',
    meaning: 'How much the winners earned for each unit that the losers lost.',
    formula: 'sum of positive q / −(sum of negative q), q = return of a trade',
  },
  expectancy_percent: {
    label: 'Expectancy',
    unit: 'change',
    meaning: 'The average return of a trade.',
    formula: '100 × mean of q, q = return of a trade',
  },
  sqn: {
    label: 'SQN',
    unit: 'ratio',
    meaning: 'System quality number: how reliably the trades earned.',
    formula: '√trades × mean profit / standard deviation of the profits',
  },
  kelly_criterion: {
    label: 'Kelly criterion',
    unit: 'ratio',
    meaning: 'The share of the cash that the Kelly formula would bet.',
    formula: 'w − (1 − w) / (mean profit of winners / mean loss of losers), w = win rate',
  },
};

/** Statistics in groups, in the order in which they are shown. */
export const statisticGroups: readonly {
  readonly title: string;
  readonly names: readonly StatisticName[];
}[] = [
  {
    title: 'Return',
    names: [
      'return_percent',
      'buy_and_hold_return_percent',
      'return_ann_percent',
      'cagr_percent',
      'equity_final',
      'equity_peak',
      'commissions',
      'alpha_percent',
      'beta',
    ],
  },
  {
    title: 'Risk',
    names: [
      'max_drawdown_percent',
      'avg_drawdown_percent',
      'max_drawdown_days',
      'avg_drawdown_days',
      'volatility_ann_percent',
      'sharpe_ratio',
      'sortino_ratio',
      'calmar_ratio',
      'exposure_time_percent',
      'duration_days',
    ],
  },
  {
    title: 'Trades',
    names: [
      'trades',
      'win_rate_percent',
      'best_trade_percent',
      'worst_trade_percent',
      'avg_trade_percent',
      'max_trade_days',
      'avg_trade_days',
      'profit_factor',
      'expectancy_percent',
      'sqn',
      'kelly_criterion',
    ],
  },
];
