export type { BookRebalance } from '../allocation/rebalance-book.ts';
export { dayTableSteps } from '../days/day-table.ts';
export type { SuggestedDividend } from '../dividends/dividends.ts';
export { dayAfterYearBefore, type PartOfBook, type Summary } from '../returns/summary.ts';
export { ComputationTimeoutError, computeInThread, type PerformanceFigures } from './compute-in-thread.ts';
export { type PackedBook, unpackBook } from './packed-book.ts';
