import { randomUUID } from 'node:crypto';
import { minuteMs } from '@stockbook/common/durations';
import {
  type EntityManager,
  enqueueJob,
  enqueueJobs,
  type NewSignal,
  notificationDeliveryRepository,
  removeJobs,
} from '@stockbook/db';
import { z } from 'zod';
import type { Services } from '../../context.ts';
import { userFlag } from '../../tasks/tasks.ts';

/** Signals of this time go out in one message. */
export const groupingMs = 20_000;

/**
 * Puts signals into the outbox, in the transaction that inserts them: one message for each channel of their users, sent
 * 20 seconds later with everything that was added until then. Only signals of stocks with `notify_on_signals` leave;
 * simulated data never does.
 */
export async function queueDeliveries(
  tx: EntityManager,
  signals: readonly NewSignal[],
  now: Date,
): Promise<void> {
  const leaving = signals.filter(({ kind, dataSource }) => kind === 'signal' && dataSource !== 'simulated');
  if (leaving.length === 0) return;
  const at = new Date(now.getTime() + groupingMs);
  const queued = await notificationDeliveryRepository.queue(tx, leaving, { now, nextAttemptAt: at });
  const toDevices = queued.filter(({ kind }) => kind === 'web_push');
  if (toDevices.length > 0) await enqueueDueDevices(tx, at);
  // A job for each delivery, not for each channel: a shared job key would make transactions wait for each other.
  await enqueueDeliveries(
    tx,
    queued.flatMap(({ id, userId, kind }) => (kind === 'web_push' ? [] : { id, userId, at })),
  );
}

const devicesJob = 'deliver-to-devices';

/** `deliveryIds` names attempts to repeat; without it, first attempts that are due are made. */
export const devicesPayload = z.object({ deliveryIds: z.array(z.uuid()).optional() });

/** The flag of the jobs that send to many devices; workers use it to keep half of their slots free of them. */
export const deviceFlag = 'device';

/** Enqueues a job that makes first attempts at devices, whosever they are. */
export function enqueueDueDevices(em: EntityManager, at: Date): Promise<void> {
  const payload: z.infer<typeof devicesPayload> = {};
  return enqueueJob(em, devicesJob, payload, { maxAttempts, runAt: at, flags: [deviceFlag] });
}

/** Devices may be locked for a moment when their first attempts are due. */
const lockedForMs = 1_000;

/** Enqueues a job that makes the first attempts at devices that were locked; one waits at most. */
export function enqueueDueDevicesAgain(em: EntityManager, now: Date): Promise<void> {
  const payload: z.infer<typeof devicesPayload> = {};
  const runAt = new Date(now.getTime() + lockedForMs);
  const jobKey = `${devicesJob}:again`;
  return enqueueJob(em, devicesJob, payload, { maxAttempts, runAt, jobKey, flags: [deviceFlag] });
}

/** Enqueues a job that repeats attempts at devices, unless it is removed before. @returns its key */
export async function enqueueRepeat(em: EntityManager, deliveryIds: string[], at: Date): Promise<string> {
  const payload: z.infer<typeof devicesPayload> = { deliveryIds };
  const jobKey = `${devicesJob}:${randomUUID()}`;
  await enqueueJob(em, devicesJob, payload, { maxAttempts, runAt: at, jobKey, flags: [deviceFlag] });
  return jobKey;
}

export const deliveryPayload = z.object({ deliveryId: z.uuid() });

/** Attempts of the job in case it is interrupted. Those of the delivery are counted in its row. */
const maxAttempts = 25;

function jobKeyOf(id: string): string {
  return `deliver:${id}`;
}

/** Enqueues the next attempts of deliveries, in the entity manager's transaction; replaces those that wait. */
export function enqueueDeliveries(
  em: EntityManager,
  deliveries: readonly { id: string; userId: string; at: Date }[],
): Promise<void> {
  const jobs = deliveries.map(({ id, userId, at }) => {
    const payload: z.infer<typeof deliveryPayload> = { deliveryId: id };
    return { payload, maxAttempts, runAt: at, jobKey: jobKeyOf(id), flags: [userFlag(userId)] };
  });
  return enqueueJobs(em, 'deliver', jobs);
}

/** Removes the waiting attempts of deliveries that have ended. */
export function dequeueDeliveries(em: EntityManager, ids: readonly string[]): Promise<void> {
  return removeJobs(em, ids.map(jobKeyOf));
}

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
  if (await notificationDeliveryRepository.areDevicesDue(em, since)) await enqueueDueDevices(em, now);
  const overdue = await notificationDeliveryRepository.listOverdue(em, since, maxDeliveriesPerRun);
  await enqueueDeliveries(
    em,
    overdue.map(({ id, user }) => ({ id, userId: user.id, at: now })),
  );
}
