import { notificationDeliveryRepository } from '@stockbook/db';
import type { Services } from '../../context.ts';
import { minuteMs } from '../../durations.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';

/** An attempt that should have begun so long ago has lost its job. */
const overdueMs = 5 * minuteMs;

const maxDeliveriesPerRun = 200;

/** Enqueues the attempts that have no job, for example because a backup was restored: it contains no jobs. */
export async function resumeDeliveries({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const now = clock();
  const since = new Date(now.getTime() - overdueMs);
  const em = database.fork();
  for (const { id, user } of await notificationDeliveryRepository.listOverdue(
    em,
    since,
    maxDeliveriesPerRun,
  )) {
    await enqueueDelivery(em, { id, userId: user.id, at: now });
  }
}
