import type {
  Backtest,
  BacktestResult,
  ListedBacktest,
  StrategyDetail,
  StrategyTask,
  Sweep,
  TradeList,
} from '@stockbook/api/schemas';

type Summary = NonNullable<Backtest['summary']>;
type Trade = TradeList['trades'][number];

const strategyId = '00000000-0000-4000-8000-000000000001';
const backtestId = '00000000-0000-4000-8000-000000000002';
const sweepId = '00000000-0000-4000-8000-000000000003';

const rules = {
  format: 'stockbook/1',
  entry: 'rsi(14) crosses above 30',
  exit: 'rsi(14) crosses above 70',
  stop_loss_percent: 8,
  take_profit_percent: null,
  max_bars: null,
  scope: { watch_list: true },
};

const settings = {
  cash: 10_000,
  size_percent: 100,
  commission_percent: 0.1,
  commission_fixed: 0,
  spread_percent: 0.05,
  since: null,
  until: null,
  fractional: false,
  dividends: false,
};

/** A complete strategy, with overrides. */
export function strategyDetail(facts: Partial<StrategyDetail> = {}): StrategyDetail {
  return {
    id: strategyId,
    name: 'RSI reversal',
    description: null,
    rules,
    is_active: false,
    runnable: true,
    problems: [],
    live_problems: [],
    created_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-01T08:00:00.000Z',
    ...facts,
  };
}

/** The summary of one stock, with overrides. */
export function backtestSummary(facts: Partial<Summary> = {}): Summary {
  return {
    stocks: 1,
    trades: 41,
    return_percent: 84.13,
    buy_and_hold_return_percent: 612.41,
    max_drawdown_percent: -17.27,
    exposure_time_percent: 31.46,
    sharpe_ratio: 0.52,
    win_rate_percent: 63.64,
    ...facts,
  };
}

/** A stock of a backtest, with overrides. */
export function stockResult(facts: Partial<BacktestResult> = {}): BacktestResult {
  return {
    symbol: 'AAPL',
    start: '2016-01-04',
    end: '2026-11-20',
    statistics: {
      duration_days: 3973,
      exposure_time_percent: 31.46,
      equity_final: 18_412.77,
      equity_peak: 19_001.2,
      commissions: 412.55,
      return_percent: 84.13,
      buy_and_hold_return_percent: 612.41,
      return_ann_percent: 5.77,
      volatility_ann_percent: 11.02,
      cagr_percent: 5.77,
      sharpe_ratio: 0.52,
      sortino_ratio: 0.81,
      calmar_ratio: 0.33,
      alpha_percent: -101.77,
      beta: 0.3,
      max_drawdown_percent: -17.27,
      avg_drawdown_percent: -3.12,
      max_drawdown_days: 604,
      avg_drawdown_days: 41,
      trades: 41,
      win_rate_percent: 63.64,
      best_trade_percent: 14.71,
      worst_trade_percent: -8.42,
      avg_trade_percent: 5.71,
      max_trade_days: 88,
      avg_trade_days: 47,
      profit_factor: 3.01,
      expectancy_percent: 5.98,
      sqn: 1.94,
      kelly_criterion: null,
    },
    dropped_orders: 0,
    pending: null,
    warnings: [],
    ...facts,
  };
}

/** A backtest of one stock, without its results, with overrides. */
export function listedBacktest(facts: Partial<ListedBacktest> = {}): ListedBacktest {
  return {
    id: backtestId,
    strategy_id: strategyId,
    task_id: null,
    rules,
    settings,
    status: 'SUCCESS',
    error: null,
    created_at: '2026-11-20T22:15:00.000Z',
    is_stale: false,
    summary: backtestSummary(),
    skipped: [],
    ...facts,
  };
}

/** A closed trade, with overrides. */
export function backtestTrade(facts: Partial<Trade> = {}): Trade {
  return {
    symbol: 'AAPL',
    entry_bar: 212,
    entry_date: '2016-11-07',
    entry_price: 110.08,
    exit_bar: 230,
    exit_date: '2016-12-02',
    exit_price: 109.9,
    size: 90,
    profit: -36.1,
    return_percent: -0.36,
    commission: 19.8,
    reason: 'exit',
    ...facts,
  };
}

/** A finished sweep, with overrides. */
export function strategySweep(facts: Partial<Sweep> = {}): Sweep {
  return {
    id: sweepId,
    strategy_id: strategyId,
    task_id: null,
    status: 'SUCCESS',
    error: null,
    rules,
    ranges: [
      { numbers: ['entry[0]'], from: 10, to: 20, step: 10 },
      { numbers: ['entry[1]'], from: 25, to: 30, step: 5 },
    ],
    settings,
    out_of_sample_percent: 30,
    split_date: '2021-01-04',
    total: 4,
    created_at: '2026-11-20T22:20:00.000Z',
    rows: [],
    ...facts,
  };
}

/** The state of a run. */
export function strategyTask(status: StrategyTask['status'], rest: Partial<StrategyTask> = {}): StrategyTask {
  return { task_id: 't', status, message: '', info: null, result: null, error: null, ...rest };
}
