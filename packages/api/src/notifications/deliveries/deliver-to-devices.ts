import { notificationDeliveryRepository } from '@stockbook/db';
import type { JobOutcome } from '../../context.ts';
import { createSpacing } from '../../streaming/spacing.ts';
import { type Claim, claimAttempts } from './claim-attempts.ts';
import {
  devicesPayload,
  enqueueDueDevices,
  enqueueDueDevicesAgain,
  enqueueRepeat,
  groupingMs,
} from './queue-deliveries.ts';
import { countUnread, type DeliveryServices, type Outcome, sendClaim, storeOutcomes } from './send-claims.ts';

/**
 * Devices that one job sends to: an attempt waits for the push service most of the time. The results of a job are
 * stored when all have answered.
 */
const maxAtOnce = 32;

/** Encrypting and sending a message takes a millisecond of the processor: a process uses a seventh of a core. */
const spacingMs = 7;

/** Messages that are later go out as fast as possible: 10,000 devices receive theirs within 120 s of the signals. */
const maxLateMs = 75_000;

/** Shared by the jobs of the process. */
const nextMessage = createSpacing(spacingMs);

function isLate(claim: Claim, now: Date): boolean {
  return (
    claim.state === 'claimed' && now.getTime() - claim.delivery.createdAt.getTime() > groupingMs + maxLateMs
  );
}

interface ClaimedBatch {
  readonly claims: readonly Claim[];
  /** The key of the job that repeats the attempts; none without any. */
  readonly jobKeys: readonly string[];
}

/** Claims attempts to repeat, or first attempts; if more of these may be due, another job makes them. */
function claimBatch(
  { database, clock, notifier: { webPush } }: DeliveryServices,
  repeatedIds: readonly string[] | undefined,
): Promise<ClaimedBatch> {
  return database.fork().transactional(async (tx) => {
    const now = clock();
    if (repeatedIds) await notificationDeliveryRepository.lockChannels(tx, repeatedIds);
    const ids =
      repeatedIds ?? (await notificationDeliveryRepository.lockDevicesOfDue(tx, { now, limit: maxAtOnce }));
    const claims = [...(await claimAttempts(tx, ids, { now, webPush })).values()];
    if (!repeatedIds && ids.length === maxAtOnce) await enqueueDueDevices(tx, now);
    else if (!repeatedIds && (await notificationDeliveryRepository.areDevicesDue(tx, now))) {
      await enqueueDueDevicesAgain(tx, now);
    }
    const claimed = claims.filter((claim) => claim.state === 'claimed');
    if (claimed.length === 0) return { claims, jobKeys: [] };
    const repeatAt = new Date(Math.max(...claimed.map((claim) => claim.repeatAt.getTime())));
    const deliveryIds = claimed.map(({ delivery }) => delivery.id);
    return { claims, jobKeys: [await enqueueRepeat(tx, deliveryIds, repeatAt)] };
  });
}

/** Job handler: makes attempts to send deliveries to devices, evenly, so that others find a core free. */
export async function deliverToDevices(
  services: DeliveryServices,
  payload: unknown,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { deliveryIds } = devicesPayload.parse(payload);
  const { claims, jobKeys } = await claimBatch(services, deliveryIds);
  if (claims.length === 0) return 'ok';
  const unread = await countUnread(services, claims);
  const attempts: Promise<PromiseSettledResult<Outcome>[]>[] = [];
  for (const claim of claims) {
    if (!isLate(claim, services.clock())) await nextMessage(signal);
    // Settled one by one: a rejection while the next message waits would be unhandled.
    attempts.push(Promise.allSettled([sendClaim(services, claim, unread, signal)]));
  }
  const sent = (await Promise.all(attempts)).flat();
  const outcomes = sent.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const isComplete = outcomes.length === sent.length;
  const jobs = await storeOutcomes(services, outcomes, isComplete ? jobKeys : []);
  for (const each of sent) if (each.status === 'rejected') throw each.reason;
  return jobs.includes('handed_back') ? 'handed_back' : 'ok';
}
