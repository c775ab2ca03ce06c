import { randomUUID } from 'node:crypto';
import { sweepRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requestTask } from '../../tasks/request-task.ts';
import { findStrategy, lockStrategy } from '../find-strategy.ts';
import { requireRunnable } from '../read-rules.ts';
import { assertRunAllowed, maxRunsOfStrategy, subjectOf } from '../runs/request-run.ts';
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
  const { rules } = await findStrategy(ctx.em, ctx.user.id, strategyId);
  assertSweepable(requireRunnable(rules), ranges, settings);
  const newId = randomUUID();
  const taskId = await requestTask(ctx, {
    kind: 'run-sweep',
    subject: subjectOf({ strategyId, rules, settings, ranges, outOfSamplePercent }),
    payload: { sweepId: newId },
    message: 'Running the sweep...',
    assertAllowed: (tx) => assertRunAllowed(tx, ctx),
    async onAdded(tx, addedId) {
      await lockStrategy(tx, ctx.user.id, strategyId);
      await sweepRepository.add(
        tx,
        {
          id: newId,
          userId: ctx.user.id,
          strategyId,
          taskId: addedId,
          rules,
          settings,
          ranges,
          outOfSamplePercent,
          createdAt: ctx.clock(),
        },
        maxRunsOfStrategy,
      );
    },
  });
  const id = await sweepRepository.findIdByTask(ctx.em, taskId);
  if (id === null) throw new AppError('CONFLICT', 'The equal sweep in progress was deleted. Try again');
  return { task_id: taskId, sweep_id: id, message: 'Running the sweep' };
}
