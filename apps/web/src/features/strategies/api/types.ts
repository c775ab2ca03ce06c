import type { Backtest, BacktestResult, StrategyDetail, TradeList } from '@stockbook/api/schemas';

export type {
  Backtest,
  ListedBacktest,
  ListedSweep,
  Strategy,
  StrategyDetail,
  StrategyTask,
  Sweep,
  SweepRow,
} from '@stockbook/api/schemas';

export type StockResult = BacktestResult;
export type Statistics = StockResult['statistics'];
export type StatisticName = keyof Statistics;
export type Summary = NonNullable<Backtest['summary']>;
export type Combined = NonNullable<Backtest['combined']>;
export type Trade = TradeList['trades'][number];
export type Rules = StrategyDetail['rules'];
