import { sweepRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { requestRun } from '../runs/request-run.ts';
import type { runSweepInput, startedSweep } from './schemas.ts';
import { assertSweepable } from './sweep-values.ts';

/**
 * Requests a sweep. An equal one in progress is returned instead.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the strategy cannot be run or a range is not valid, CONFLICT if two runs
 *   are in progress
 */
export async function runSweep(
  ctx: UserContext,
  { strategyId, ranges, settings, out_of_sample_percent: outOfSamplePercent }: z.output<typeof runSweepInput>,
): Promise<z.infer<typeof startedSweep>> {
  const { id, taskId, message } = await requestRun(ctx, {
    kind: 'run-sweep',
    noun: 'sweep',
    strategyId,
    settings,
    parameters: { ranges, outOfSamplePercent },
    payloadOf: (sweepId) => ({ sweepId }),
    assertRunnable: (rules) => assertSweepable(rules, ranges, settings),
    add: (tx, run, maximum) => sweepRepository.add(tx, { ...run, ranges, outOfSamplePercent }, maximum),
    findIdByTask: sweepRepository.findIdByTask,
  });
  return { task_id: taskId, sweep_id: id, message };
}
