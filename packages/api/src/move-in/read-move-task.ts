import { portfolioMoveRepository, taskRepository, userRepository } from '@stockbook/db';
import { notFound } from '../errors.ts';
import { dayInUtc } from '../portfolios/day.ts';
import type { TaskBody, TaskContext } from '../tasks/run-task.ts';
import { loadFacts } from './facts/load-facts.ts';
import { toMoveError } from './find-move.ts';
import { readLimits } from './limits.ts';
import { MoveInError } from './move-in-error.ts';
import { calculateMove } from './thread/in-thread.ts';

/** Job handler: reads the files of a move, makes its plan, and deletes the files. */
export const readMoveTask: TaskBody<'read-move'> = async (ctx, { moveId }) => {
  try {
    return await readMove(ctx, moveId);
  } catch (error) {
    if (error instanceof MoveInError) await noteFailure(ctx, moveId, error.message);
    throw toMoveError(error);
  }
};

async function readMove(ctx: TaskContext, moveId: string): Promise<'ended'> {
  const { em, taskId, userId, signal, services } = ctx;
  const { clock, quotas } = services;
  await ctx.report({ message: 'Reading...', current: 0, total: 3 });
  const move = await portfolioMoveRepository.findOfUser(em, userId, moveId);
  const upload = move && (await portfolioMoveRepository.readContent(em, moveId, 'upload'));
  // The user has taken the move back meanwhile, or moved in three others.
  if (!move || !upload) throw notFound('Move');
  const limits = { ...readLimits, fileBytes: quotas.moveInBytes };
  const options = { password: null, today: dayInUtc(clock()), limits };
  const { book, program, needs } = await calculateMove('read', { upload, options }, signal);
  await ctx.report({ message: 'Planning...', current: 1, total: 3 });
  const actor = { user: { id: userId }, services };
  const facts = await loadFacts(em, actor, { ...move, program, needs }, {});
  const { report, isReady } = await calculateMove('plan', { book, facts, answers: {} }, signal);
  await ctx.report({ message: 'Planning...', current: 2, total: 3 });
  await services.database.fork().transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, userId);
    if (!(await taskRepository.lockIfActive(tx, taskId))) return;
    const state = isReady ? 'ready' : 'answers_needed';
    await portfolioMoveRepository.change(tx, moveId, { state, program, needs, report });
    await portfolioMoveRepository.setBook(tx, moveId, book);
    const end = { status: 'SUCCESS' as const, message: 'The file was read', result: null };
    await taskRepository.finish(tx, taskId, end, clock());
  });
  return 'ended';
}

async function noteFailure({ services }: TaskContext, moveId: string, problem: string): Promise<void> {
  await services.database.fork().transactional(async (tx) => {
    await portfolioMoveRepository.change(tx, moveId, { state: 'failed', problem });
    await portfolioMoveRepository.removeContent(tx, moveId);
  });
}
