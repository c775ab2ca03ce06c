export { dayTableSteps } from '../day-table.ts';
export type { SuggestedDividend } from '../dividends.ts';
export type { BookRebalance } from '../rebalance-book.ts';
export { dayAfterYearBefore, type PartOfBook, type Summary } from '../summary.ts';
export { ComputationTimeoutError, computeInThread, type PerformanceFigures } from './compute-in-thread.ts';
export { type PackedBook, unpackBook } from './packed-book.ts';
