export * from './allocation/allocation.ts';
export * from './allocation/rebalance.ts';
export type { RebalanceStock } from './allocation/rebalance-goals.ts';
export {
  type StockTarget,
  type Tag,
  type TagGroup,
  type TagShare,
  type Targets,
  tagSharesProblem,
  targetsProblem,
} from './allocation/targets.ts';
export type * from './answers.ts';
export { balancesOn } from './book/balances.ts';
export * from './book/book.ts';
export { type CoverageInput, findUncovered, findUncoveredSales } from './book/coverage.ts';
export { holdings } from './cost/holdings.ts';
export { realised } from './cost/realised.ts';
export type * from './cost/sales.ts';
export type * from './days/day-rows.ts';
export { dayTable } from './days/day-table.ts';
export type { DismissedDividend } from './dividends/dividend-payments.ts';
export * from './dividends/dividends.ts';
export { type Journal, type JournalEntry, journal } from './journal/journal.ts';
export type { JournalLot } from './journal/journal-lots.ts';
export type { JournalPrice } from './journal/journal-prices.ts';
export { splitFactor } from './prices/splits.ts';
export { overview } from './returns/overview.ts';
export type * from './returns/payments.ts';
export { performance } from './returns/performance.ts';
