import { randomUUID } from 'node:crypto';
import { type EntityManager, taskRepository, userRepository } from '@stockbook/db';
import type { UserContext } from '../context.ts';
import { assertQuota } from '../quotas/quotas.ts';
import { enqueueTask } from './enqueue-task.ts';
import type { TaskKind, TaskPayload } from './kinds.ts';

export interface TaskRequest<Kind extends TaskKind> {
  readonly kind: Kind;
  /** Identifies equal requests: those of the same user, kind and subject share one active task. */
  readonly subject: string;
  readonly payload: TaskPayload<Kind>;
  /** Status message until a worker starts the task. */
  readonly message: string;
  /** Checks further quotas. Runs in the transaction that adds the task, with the user's row locked. */
  assertAllowed?(tx: EntityManager): Promise<void>;
  /** Stores what the task needs besides its payload, in the transaction that adds the task. */
  onAdded?(tx: EntityManager, taskId: string): Promise<void>;
}

/**
 * Creates a task and its job in one transaction. If an equal request of the user is still active, returns its task.
 * @returns the task's id
 * @throws AppError CONFLICT if the user has too many unfinished tasks, or the error of `assertAllowed`
 */
export function requestTask<Kind extends TaskKind>(
  { em, user, clock, quotas }: UserContext,
  { kind, subject, payload, message, assertAllowed, onAdded }: TaskRequest<Kind>,
): Promise<string> {
  const create = async (tx: EntityManager) => {
    // Serialises simultaneous requests of a user, so that each finds the task of the previous one.
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
    await onAdded?.(tx, id);
    await enqueueTask(tx, { id, kind, userId: user.id }, unfinished);
    return id;
  };
  // Rows that were read before the lock are read again.
  return em.transactional(create, { clear: true });
}
