import { type EntityManager, enqueueJob } from '@stockbook/db';
import { z } from 'zod';
import { userFlag } from '../../tasks/enqueue-task.ts';

export const deliveryPayload = z.object({ deliveryId: z.uuid() });

/** Attempts of the job in case it is interrupted. Those of the delivery are counted in its row. */
const maxAttempts = 25;

/** Enqueues the next attempt of a delivery, in the entity manager's transaction; replaces the one that waits. */
export function enqueueDelivery(
  em: EntityManager,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<void> {
  const payload: z.infer<typeof deliveryPayload> = { deliveryId: id };
  return enqueueJob(em, 'deliver', payload, {
    maxAttempts,
    runAt: at,
    jobKey: `deliver:${id}`,
    flags: [userFlag(userId)],
  });
}
