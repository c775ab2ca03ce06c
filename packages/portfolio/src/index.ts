export * from './allocation.ts';
export type * from './answers.ts';
export * from './book.ts';
export { type CoverageInput, findUncovered } from './coverage.ts';
export { dayTable } from './day-table.ts';
export type { DismissedDividend } from './dividend-payments.ts';
export * from './dividends.ts';
export { holdings } from './holdings.ts';
export { type Journal, type JournalEntry, journal } from './journal.ts';
export type { JournalLot } from './journal-lots.ts';
export type { JournalPrice } from './journal-prices.ts';
export { overview } from './overview.ts';
export type * from './payments.ts';
export { performance } from './performance.ts';
export { realised } from './realised.ts';
export * from './rebalance.ts';
export type { RebalanceStock } from './rebalance-goals.ts';
export type * from './sales.ts';
export { splitFactor } from './splits.ts';
export {
  type StockTarget,
  type Tag,
  type TagGroup,
  type TagShare,
  type Targets,
  tagSharesProblem,
  targetsProblem,
} from './targets.ts';
