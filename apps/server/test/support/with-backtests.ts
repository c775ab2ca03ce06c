import { backtest } from '@stockbook/api/schemas';
import { expect } from 'vitest';
import type { Env } from '../../src/env.ts';
import { usePriceFiles } from './with-price-files.ts';

/** The example of docs/backtests.md. */
export const exampleRules = {
  format: 'stockbook/1',
  entry: 'close > close[1]',
  exit: 'close < close[1]',
  stop_loss_percent: 5,
  take_profit_percent: 8,
};

/** The program with a folder of CSV files, and calls that run backtests. */
export function useBacktests(changes: Partial<Env> = {}) {
  const files = usePriceFiles(changes);
  let count = 0;

  const post = (token: string, path: string, body: object = {}) =>
    files().harness.rest('POST', path, { token, body });
  const get = (token: string, path: string, accept = 'application/json') =>
    files().harness.rest('GET', path, { token, headers: { accept } });

  async function newStrategy(token: string, rules: object): Promise<string> {
    const { status, body } = await post(token, '/strategies', { name: 'mine', rules });
    expect(status).toBe(201);
    return String(body.id);
  }

  /** Runs a strategy to its end. @returns the ended task and the path of the backtest */
  async function run(token: string, rules: object, settings: object = {}) {
    const id = await newStrategy(token, rules);
    const started = await post(token, `/strategies/${id}/backtests`, { settings });
    expect(started.status).toBe(202);
    const task = await endOf(token, started.body);
    return { task, path: `/backtests/${started.body.backtest_id}`, started: started.body, strategyId: id };
  }

  const endOf = (token: string, { task_id }: Record<string, unknown>) =>
    files().harness.waitForTask(`/strategies/task/${task_id}`, token);

  const backtestAt = async (token: string, path: string) => backtest.parse((await get(token, path)).body);

  /** A new user who tracks stocks with these closes. */
  async function trackingOf(...histories: readonly (readonly number[])[]) {
    const { harness, put } = files();
    const { token } = await harness.signUp();
    const symbols: string[] = [];
    for (const closes of histories) {
      count += 1;
      const symbol = `BT${count}`;
      await put(symbol, closes);
      await harness.addStock(token, symbol);
      symbols.push(symbol);
    }
    return { token, symbols: symbols as [string, ...string[]] };
  }

  return { files, post, get, newStrategy, run, endOf, backtestAt, trackingOf };
}
