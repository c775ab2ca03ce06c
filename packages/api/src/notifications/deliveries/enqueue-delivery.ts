import { type EntityManager, enqueueJob, removeJobs } from '@stockbook/db';
import { z } from 'zod';
import { userFlag } from '../../tasks/enqueue-task.ts';

export const deliveryPayload = z.object({ deliveryId: z.uuid() });

/** Attempts of the job in case it is interrupted. Those of the delivery are counted in its row. */
const maxAttempts = 25;

function jobKeyOf(id: string): string {
  return `deliver:${id}`;
}

/** Enqueues the next attempt of a delivery, in the entity manager's transaction; replaces the one that waits. */
export function enqueueDelivery(
  em: EntityManager,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<void> {
  const payload: z.infer<typeof deliveryPayload> = { deliveryId: id };
  const options = { maxAttempts, runAt: at, jobKey: jobKeyOf(id), flags: [userFlag(userId)] };
  return enqueueJob(em, 'deliver', payload, options);
}

/** Removes the waiting attempts of deliveries that have ended. */
export function dequeueDeliveries(em: EntityManager, ids: readonly string[]): Promise<void> {
  return removeJobs(em, ids.map(jobKeyOf));
}
