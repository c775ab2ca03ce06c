import { randomUUID } from 'node:crypto';
import { type EntityManager, taskRepository, userRepository } from '@stockbook/db';
import type { UserContext } from '../context.ts';
import { assertQuota } from '../quotas/quotas.ts';
import { enqueueTask } from './enqueue-task.ts';
import type { TaskKind, TaskPayload } from './kinds.ts';

export interface TaskRequest<Kind extends TaskKind> {
  readonly kind: Kind;
  /** Equal for two requests that ask for the same. */
  readonly subject: string;
  readonly payload: TaskPayload<Kind>;
  /** What the task says until a worker takes it up. */
  readonly message: string;
  /** Throws if the user may not have the task. Runs in the transaction that adds it, under the user's lock. */
  assertAllowed?(tx: EntityManager): Promise<void>;
}

/**
 * Asks a worker for something: task and job are written in one transaction, or neither is. If the same user has asked
 * for the same and that task has not ended, it is the answer.
 * @returns the task's id
 */
export function requestTask<Kind extends TaskKind>(
  { em, user, clock, quotas }: UserContext,
  { kind, subject, payload, message, assertAllowed }: TaskRequest<Kind>,
): Promise<string> {
  return em.fork().transactional(async (tx) => {
    // Simultaneous requests of a user come here one after the other: each finds the task of the one before.
    await userRepository.lockForUpdate(tx, user.id);
    const active = await taskRepository.findActive(tx, user.id, kind, subject);
    if (active) return active.id;
    const unfinished = await taskRepository.countUnfinished(tx, user.id);
    assertQuota(unfinished, quotas.unfinishedTasks, 'unfinished tasks', 'Wait until one has ended');
    await assertAllowed?.(tx);
    const id = randomUUID();
    await taskRepository.add(tx, {
      id,
      userId: user.id,
      kind,
      subject,
      payload,
      message,
      createdAt: clock(),
    });
    await enqueueTask(tx, { id, kind, userId: user.id }, unfinished);
    return id;
  });
}
