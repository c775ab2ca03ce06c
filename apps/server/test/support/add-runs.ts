import type { Harness } from './harness.ts';

const rules = { format: 'stockbook/1', entry: 'close > sma(5)', exit: 'close < sma(5)' };

/** Adds a strategy that can be run. @returns its id */
export async function addStrategy(harness: Harness, token: string): Promise<string> {
  const body = { name: 'runnable', rules };
  return String((await harness.rest('POST', '/strategies', { token, body })).body.id);
}

/** Adds a strategy with a backtest and a sweep that have ended; the user tracks a stock. @returns the ids */
export async function addRuns(harness: Harness, token: string) {
  const strategyId = await addStrategy(harness, token);
  const run = async (path: string, body: object) => {
    const started = await harness.rest('POST', `/strategies/${strategyId}${path}`, { token, body });
    await harness.waitForTask(`/strategies/task/${started.body.task_id}`, token);
    return started.body;
  };
  const ranges = [{ numbers: ['entry[0]'], from: 5, to: 6, step: 1 }];
  const { task_id, backtest_id } = await run('/backtests', {});
  const { sweep_id } = await run('/sweeps', { ranges });
  return {
    strategyId,
    taskId: String(task_id),
    backtestId: String(backtest_id),
    sweepId: String(sweep_id),
  };
}
