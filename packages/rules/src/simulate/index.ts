export type { ClosedTrade, ExitReason, OpenTrade, Trade } from './account.ts';
export {
  type DailyBars,
  firstDecisionBar,
  type RunRange,
  runRange,
  sliceBars,
} from './bars.ts';
export { buyAndHoldEquity } from './buy-and-hold.ts';
export { combineAccounts, combinedStatistics, type EquitySeries } from './combine.ts';
export { packTrades, type UnpackedTrade, unpackTrades } from './packed-trades.ts';
export { returnsByMonth } from './returns-by-month.ts';
export {
  type BacktestSettings,
  defaultSettings,
  type ExitLimits,
  exitLimitBounds,
  type SimulationSettings,
  settingsBounds,
} from './settings.ts';
export { type Decisions, orders, type Simulation, simulate } from './simulate.ts';
export { type StatisticName, type Statistics, statisticNames, statistics } from './statistics/statistics.ts';
export { median, type Summary, summarize } from './summary.ts';
export { countValues, rangeValues, splitDay, sweepRows, type ValueRange } from './sweep.ts';
