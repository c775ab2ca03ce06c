import { dayMs, minuteMs } from '@stockbook/common/durations';
import {
  type EntityManager,
  type NotificationChannel,
  notificationChannelRepository,
  notificationDeliveryRepository,
  signalRepository,
} from '@stockbook/db';
import type { DeliveryOutcome, JobOutcome, Services } from '../../context.ts';
import { endCancelledDevice } from '../channels/devices.ts';
import { openDestination, undecryptable } from '../channels/present-channel.ts';
import { newNotice } from '../new-notice.ts';
import type { SendResult } from '../send/destination.ts';
import { type Claim, type ClaimedDelivery, claimAttempt, nextAttemptAfter } from './claim-attempt.ts';
import { composeMessage, expiryOf, pushFactsOf } from './compose-message.ts';
import { deliveryPayload, dequeueDeliveries, enqueueDelivery } from './queue-deliveries.ts';

/** A channel that fails for so long is switched off. */
const maxFailingMs = 5 * dayMs;

const gone = 410;

type DeliveryServices = Pick<Services, 'database' | 'clock' | 'notifier'> & {
  readonly observer: Pick<Services['observer'], 'delivery'>;
};

/**
 * Devices that one job sends to at a time: an attempt waits for the push service most of the time. The results of a job
 * are stored when all have answered; a mail server may take minutes, so that jobs of other channels send one message.
 */
const maxAtOnce = 8;

/** A delivery that waits longer has been attempted, or has lost its job. */
const newForMs = 5 * minuteMs;

/** Claims a delivery; with that of a device others of devices that are due and have not been attempted. */
function claimAttempts(
  { database, clock, notifier: { webPush } }: DeliveryServices,
  id: string,
): Promise<[own: Claim, ...others: Claim[]]> {
  return database.fork().transactional(async (tx) => {
    const now = clock();
    const own = await claimAttempt(tx, id, { now, webPush });
    const claims: [Claim, ...Claim[]] = [own];
    if (own.state !== 'claimed' || own.channel.kind !== 'web_push') return claims;
    const createdSince = new Date(now.getTime() - newForMs);
    const due = { now, createdSince, limit: maxAtOnce - 1 };
    for (const other of await notificationDeliveryRepository.lockDevicesOfDue(tx, due)) {
      claims.push(await claimAttempt(tx, other, { now, webPush }));
    }
    return claims;
  });
}

/** Job handler: makes one attempt to send a delivery, if one is due, and with it attempts of other devices. */
export async function deliver(
  services: DeliveryServices,
  payload: unknown,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { deliveryId } = deliveryPayload.parse(payload);
  const claims = await claimAttempts(services, deliveryId);
  const sent = await Promise.allSettled(claims.map((claim) => send(services, claim, signal)));
  const outcomes: JobOutcome[] = [];
  // One after the other: the worker has two connections for each slot.
  for (const each of sent) if (each.status === 'fulfilled') outcomes.push(await each.value());
  for (const each of sent) if (each.status === 'rejected') throw each.reason;
  return outcomes[0] ?? 'ok';
}

/** Makes the attempt of a claim. @returns a function that stores its outcome */
async function send(
  services: DeliveryServices,
  claim: Claim,
  signal: AbortSignal,
): Promise<() => Promise<JobOutcome>> {
  const { database, clock, notifier, observer } = services;
  if (claim.state === 'nothing') return async () => 'ok';
  const { channel } = claim;
  const report = (outcome: DeliveryOutcome) => observer.delivery({ kind: channel.kind, outcome });
  if (claim.state !== 'claimed') {
    report(claim.state);
    return async () => (claim.state === 'held' ? 'waiting' : 'failed');
  }
  const { delivery, signals } = claim;
  const destination = openDestination(services, channel);
  const isDevice = channel.kind === 'web_push';
  const message = composeMessage(delivery, signals, notifier.publicUrl);
  const push = isDevice
    ? pushFactsOf(signals, {
        unread: await signalRepository.countUnread(database.fork(), channel.user.id),
        now: clock(),
      })
    : undefined;
  const expiresAt = isDevice ? expiryOf(signals) : null;
  let result: SendResult = { isDelivered: false, httpStatus: null, error: undecryptable };
  try {
    if (destination)
      result = await notifier.send(destination, { ...message, ...(push && { push }) }, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    return async () => {
      await repeatNow(services, delivery);
      return 'handed_back';
    };
  }
  return async () => {
    const outcome = await database
      .fork()
      .transactional((tx) => storeResult(tx, { delivery, result, expiresAt, now: clock() }));
    report(outcome);
    return outcome === 'delivered' ? 'ok' : outcome === 'retrying' ? 'waiting' : 'failed';
  };
}

/** The worker stops: another one makes the attempt. */
async function repeatNow(
  { database, clock }: DeliveryServices,
  { id, user }: ClaimedDelivery,
): Promise<void> {
  const at = clock();
  await database.fork().transactional(async (tx) => {
    await notificationDeliveryRepository.change(tx, id, { nextAttemptAt: at });
    await enqueueDelivery(tx, { id, userId: user.id, at });
  });
}

interface Attempt {
  readonly delivery: ClaimedDelivery;
  readonly result: SendResult;
  /** When the message is too old to be sent; null if it never is. */
  readonly expiresAt: Date | null;
  readonly now: Date;
}

async function storeResult(
  tx: EntityManager,
  { delivery: { id, user, attempts }, result, expiresAt, now }: Attempt,
): Promise<Exclude<DeliveryOutcome, 'held'>> {
  const { httpStatus } = result;
  await notificationDeliveryRepository.lockChannel(tx, id);
  const delivery = await notificationDeliveryRepository.lock(tx, id);
  const channel = delivery && (await notificationChannelRepository.find(tx, delivery.channel.id));
  // The channel was deleted during the attempt.
  if (!channel) return result.isDelivered ? 'delivered' : 'failed';
  if (result.isDelivered) {
    const healthy = { lastOkAt: now, lastError: null, failingSince: null };
    await notificationChannelRepository.change(tx, channel.id, healthy);
    await notificationDeliveryRepository.change(tx, id, {
      status: 'delivered',
      nextAttemptAt: null,
      httpStatus,
      error: null,
    });
    await dequeueDeliveries(tx, [id]);
    return 'delivered';
  }
  if (result.isCancelled) {
    await endCancelledDevice(tx, channel, now);
    return 'cancelled';
  }
  const { error, isFinal = false } = result;
  // Cancelled, or sent again by the user, during the attempt.
  if (delivery.status !== 'pending' || delivery.attempts !== attempts) return 'failed';
  const failingSince = channel.failingSince ?? now;
  await notificationChannelRepository.change(tx, channel.id, { lastError: error, failingSince });
  const isGone = httpStatus === gone;
  const at = isGone || isFinal ? null : nextAttemptAt(attempts, result, { now, expiresAt });
  await notificationDeliveryRepository.change(tx, id, {
    status: at === null ? 'failed' : 'pending',
    nextAttemptAt: at,
    httpStatus,
    error,
  });
  if (at) await enqueueDelivery(tx, { id, userId: user.id, at });
  else await dequeueDeliveries(tx, [id]);
  const isFailingTooLong = now.getTime() - failingSince.getTime() >= maxFailingMs;
  if (!isGone && !isFailingTooLong) return at === null ? 'failed' : 'retrying';
  await switchOff(
    tx,
    channel,
    isGone ? 'its address is gone (410)' : `it failed for five days: ${error}`,
    now,
  );
  return 'failed';
}

/**
 * The time of the next attempt, not before the target wants it; null after the last. At `expiresAt` the delivery is
 * found to be too old.
 */
function nextAttemptAt(
  attempts: number,
  { retryAt }: { retryAt?: Date },
  { now, expiresAt }: Pick<Attempt, 'now' | 'expiresAt'>,
): Date | null {
  const planned = nextAttemptAfter(attempts, now);
  const at = planned && retryAt && retryAt > planned ? retryAt : planned;
  return at && expiresAt && expiresAt < at ? expiresAt : at;
}

/** Deactivates a channel, cancels what waits, and puts a notice into the inbox. */
async function switchOff(
  tx: EntityManager,
  { id, user, name }: NotificationChannel,
  reason: string,
  now: Date,
): Promise<void> {
  await notificationChannelRepository.change(tx, id, { isActive: false });
  await notificationDeliveryRepository.cancel(tx, id, 'Cancelled: the channel was switched off');
  await signalRepository.add(tx, [
    newNotice({
      userId: user.id,
      barDate: now.toISOString().slice(0, 10),
      sentence: `The channel ${name} was switched off, because ${reason}`,
      createdAt: now,
    }),
  ]);
}
