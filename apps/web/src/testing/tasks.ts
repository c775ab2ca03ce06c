import type { IndicatorTask, StockTask } from '@stockbook/api/schemas';

/** The state of a task that adds or refreshes a stock. */
export function stockTask(status: StockTask['status'], result: StockTask['result'] = null): StockTask {
  return { task_id: 't', status, message: '', result };
}

/** The state of a calculation. */
export function indicatorTask(
  status: IndicatorTask['status'],
  rest: Partial<IndicatorTask> = {},
): IndicatorTask {
  return { task_id: 't', status, message: '', info: null, result: null, error: null, ...rest };
}

/** The response that starts a calculation. */
export const startedCalculation = {
  task_id: 't',
  message: '',
  stock_symbol: 'AAPL',
  ta_indicator: 'RSI',
  indicator_name: 'RSI',
};
