import { backtestRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { assertAboveSpread, requestRun } from '../runs/request-run.ts';
import type { runBacktestInput, startedBacktest } from './schemas.ts';

/**
 * Requests a backtest. An equal one in progress is returned instead.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the strategy cannot be run, CONFLICT if two runs are in progress
 */
export async function runBacktest(
  ctx: UserContext,
  { strategyId, settings }: z.output<typeof runBacktestInput>,
): Promise<z.infer<typeof startedBacktest>> {
  const { id, taskId, message } = await requestRun(ctx, {
    kind: 'run-backtest',
    noun: 'backtest',
    strategyId,
    settings,
    parameters: {},
    payloadOf: (backtestId) => ({ backtestId }),
    assertRunnable: ({ limits }) => assertAboveSpread(limits.take_profit_percent, settings),
    add: backtestRepository.add,
    findIdByTask: backtestRepository.findIdByTask,
  });
  return { task_id: taskId, backtest_id: id, message };
}
