import { taskRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { assertCalculable, type Calculation, storeIndicators } from '../indicators/calculate-indicator.ts';
import type { TaskBody } from '../tasks/run-task.ts';
import { requestTask } from '../tasks/tasks.ts';
import type { calculateStudySetInput, calculateStudySetOutput } from './schemas.ts';
import { findStudySet } from './study-sets.ts';

/**
 * Requests the calculation of all indicators of a set of the caller for a tracked stock, in one task. What cannot be
 * calculated is rejected here rather than in the task.
 * @throws IndicatorError if the stock has too few bars for an indicator
 * @throws AppError NOT_FOUND if the set is unknown or the caller does not track the stock, CONFLICT if a quota is
 *   exceeded
 */
export async function calculateStudySet(
  ctx: UserContext,
  { studySetId, stock_symbol }: z.output<typeof calculateStudySetInput>,
): Promise<z.infer<typeof calculateStudySetOutput>> {
  const { name, studies } = await findStudySet(ctx.em, ctx.user.id, studySetId);
  const calculations = distinct(studies);
  const symbol = await assertCalculable(ctx, stock_symbol, calculations);
  const payload = { symbol, name, calculations };
  const taskId = await requestTask(ctx, {
    kind: 'calculate-study-set',
    subject: JSON.stringify(payload),
    payload,
    message: `Calculating ${name}...`,
  });
  return { task_id: taskId, message: `Calculating ${name}`, stock_symbol: symbol };
}

/** Indicators that differ in their colour only are one calculation. */
function distinct(studies: readonly Calculation[]): Calculation[] {
  const calculations = studies.map(({ indicatorFunction, indicatorName, parameters }) => ({
    indicatorFunction,
    indicatorName,
    parameters,
  }));
  return [...new Map(calculations.map((calculation) => [JSON.stringify(calculation), calculation])).values()];
}

/** Job handler: stores all indicators of the set and ends the task in one transaction. */
export const calculateStudySetTask = (async (ctx, batch) => {
  await storeIndicators(ctx, batch, (tx, indicators) =>
    taskRepository.finish(
      tx,
      ctx.taskId,
      {
        status: 'SUCCESS',
        message: `${batch.name} was calculated`,
        result: { ...indicators[0], indicators },
      },
      ctx.services.clock(),
    ),
  );
  return 'ended';
}) satisfies TaskBody<'calculate-study-set'>;
