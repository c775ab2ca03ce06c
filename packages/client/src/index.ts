export { createStockbook, StockbookError, type StockbookOptions } from './create-stockbook.ts';
export * from './generated/index.ts';
export { TaskError, TaskTimeout, type WaitOptions, waitForTask } from './wait-for-task.ts';
