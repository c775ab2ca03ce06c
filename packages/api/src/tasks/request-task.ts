import { randomUUID } from 'node:crypto';
import { enqueueJob, taskRepository } from '@stockbook/db';
import type { UserContext } from '../context.ts';
import { maxAttempts, type TaskKind, type TaskPayload } from './kinds.ts';

export interface TaskRequest<Kind extends TaskKind> {
  readonly kind: Kind;
  /** Equal for two requests that ask for the same. */
  readonly subject: string;
  readonly payload: TaskPayload<Kind>;
  /** What the task says until a worker takes it up. */
  readonly message: string;
}

/**
 * Asks a worker for something: task and job are written in one transaction, or neither is. Where the same user
 * has asked for the same and it is still under way, that task is the answer.
 * @returns the task's id
 */
export async function requestTask<Kind extends TaskKind>(
  { em, user, clock }: UserContext,
  { kind, subject, payload, message }: TaskRequest<Kind>,
): Promise<string> {
  for (;;) {
    const id = randomUUID();
    const isAdded = await em.fork().transactional(async (tx) => {
      const added = await taskRepository.add(tx, {
        id,
        userId: user.id,
        kind,
        subject,
        payload,
        message,
        createdAt: clock(),
      });
      if (added) await enqueueJob(tx, kind, { taskId: id }, { maxAttempts });
      return added;
    });
    if (isAdded) return id;
    const underWay = await taskRepository.findUnderWay(em.fork(), user.id, kind, subject);
    if (underWay) return underWay.id;
    // The task in the way ended between the two statements: now there is room for this one.
  }
}
