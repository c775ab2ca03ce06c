import { randomUUID } from 'node:crypto';
import { hourMs } from '@stockbook/common/durations';
import { portfolioMoveRepository, taskRepository } from '@stockbook/db';
import type { UserContext } from '../context.ts';
import { dayInUtc } from '../portfolios/day.ts';
import { spend } from '../quotas/budget.ts';
import { taskKinds } from '../tasks/kinds.ts';
import { requestTask } from '../tasks/tasks.ts';
import { UnparsedBody } from '../unparsed-body.ts';
import { toMoveError } from './find-move.ts';
import { keptMoves, readLimits } from './limits.ts';
import { MoveInError } from './move-in-error.ts';
import type { StartedMove } from './schemas.ts';
import type { StartMoveInput } from './start-input.ts';
import { calculateMove } from './thread/in-thread.ts';

/** Within an hour, with those that were rejected for their password. */
const maxAttempts = 30;

/**
 * Starts a task that reads the files of another program. What their content and size show is answered at once.
 * @throws AppError BAD_REQUEST if a file cannot be moved in, PAYLOAD_TOO_LARGE, TOO_MANY_REQUESTS, CONFLICT if the user
 *   has too many unfinished tasks
 */
export async function startMove(
  ctx: UserContext,
  input: StartMoveInput | UnparsedBody,
): Promise<StartedMove> {
  await spendAttempt(ctx, 'move-in attempt', maxAttempts);
  const { upload, digest, fileName } = await open(ctx, input);
  const moveId = randomUUID();
  const { user, services } = ctx;
  const taskId = await requestTask(ctx, {
    kind: 'read-move',
    subject: digest,
    payload: { moveId },
    message: 'Reading...',
    async onAdded(tx) {
      const move = { id: moveId, userId: user.id, fileName, digest, createdAt: services.clock() };
      await portfolioMoveRepository.add(tx, move, upload);
      await portfolioMoveRepository.prune(tx, user.id, keptMoves);
    },
  });
  // An equal request that is still active shares its task and its move.
  const task = await taskRepository.find(ctx.em, taskId);
  const payload = taskKinds['read-move'].parse(task?.payload);
  return { move_id: payload.moveId, task_id: taskId, message: 'Reading the file' };
}

async function open(ctx: UserContext, input: StartMoveInput | UnparsedBody) {
  const { clock, quotas } = ctx.services;
  const limits = { ...readLimits, fileBytes: quotas.moveInBytes };
  const options = { password: null, today: dayInUtc(clock()), limits };
  const isUnparsed = input instanceof UnparsedBody;
  const request = { input: isUnparsed ? input.bytes : input, options };
  const opening = calculateMove('open', request, ctx.clientSignal(), isUnparsed ? [input.bytes.buffer] : []);
  const opened = await opening.catch((error: unknown) => error);
  const isOfPassword = opened instanceof MoveInError && opened.field === 'password';
  if (!isOfPassword) await spendAttempt(ctx, 'move-in', quotas.moveInUploads);
  if (opened instanceof Error) throw toMoveError(opened);
  return opening;
}

function spendAttempt(ctx: UserContext, name: string, maximum: number): Promise<void> {
  const message = `You have moved files in ${maximum} times within an hour`;
  return spend(ctx.em, ctx, { name, maximum, windowMs: hourMs, message });
}
