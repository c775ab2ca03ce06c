import { randomUUID } from 'node:crypto';
import { backtestRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requestTask } from '../../tasks/request-task.ts';
import { findStrategy, lockStrategy } from '../find-strategy.ts';
import { requireRunnable } from '../read-rules.ts';
import { assertAboveSpread, assertRunAllowed, maxRunsOfStrategy, subjectOf } from '../runs/request-run.ts';
import type { runBacktestInput, startedBacktest } from './schemas.ts';

/**
 * Requests a backtest. An equal one in progress is returned instead.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the strategy cannot be run, CONFLICT if two runs are in progress
 */
export async function runBacktest(
  ctx: UserContext,
  { strategyId, settings }: z.output<typeof runBacktestInput>,
): Promise<z.infer<typeof startedBacktest>> {
  const { rules } = await findStrategy(ctx.em, ctx.user.id, strategyId);
  assertAboveSpread(requireRunnable(rules).limits.take_profit_percent, settings);
  const newId = randomUUID();
  const taskId = await requestTask(ctx, {
    kind: 'run-backtest',
    subject: subjectOf({ strategyId, rules, settings }),
    payload: { backtestId: newId },
    message: 'Running the backtest...',
    assertAllowed: (tx) => assertRunAllowed(tx, ctx),
    async onAdded(tx, addedId) {
      // The strategy may have been deleted or changed meanwhile.
      await lockStrategy(tx, ctx.user.id, strategyId);
      await backtestRepository.add(
        tx,
        {
          id: newId,
          userId: ctx.user.id,
          strategyId,
          taskId: addedId,
          rules,
          settings,
          createdAt: ctx.clock(),
        },
        maxRunsOfStrategy,
      );
    },
  });
  const id = await backtestRepository.findIdByTask(ctx.em, taskId);
  if (id === null) throw new AppError('CONFLICT', 'The equal backtest in progress was deleted. Try again');
  return { task_id: taskId, backtest_id: id, message: 'Running the backtest' };
}
