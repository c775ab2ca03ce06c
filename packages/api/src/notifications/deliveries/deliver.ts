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
import { type Claim, type ClaimedDelivery, claimAttempts, nextAttemptAfter } from './claim-attempts.ts';
import { composeMessage, expiryOf, pushFactsOf } from './compose-message.ts';
import { deliveryPayload, dequeueDeliveries, enqueueDeliveries } from './queue-deliveries.ts';

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
const maxAtOnce = 32;

/** A delivery that waits longer has been attempted, or has lost its job. */
const newForMs = 5 * minuteMs;

/** Claims a delivery; with that of a device others of devices that are due and have not been attempted. */
function claimDue(
  { database, clock, notifier: { webPush } }: DeliveryServices,
  id: string,
): Promise<[own: Claim, ...others: Claim[]]> {
  return database.fork().transactional(async (tx) => {
    const now = clock();
    await notificationDeliveryRepository.lockChannels(tx, [id]);
    const own = (await claimAttempts(tx, [id], { now, webPush })).get(id) ?? { state: 'nothing' };
    if (own.state !== 'claimed' || own.channel.kind !== 'web_push') return [own];
    const createdSince = new Date(now.getTime() - newForMs);
    const due = { now, createdSince, limit: maxAtOnce - 1 };
    const others = await notificationDeliveryRepository.lockDevicesOfDue(tx, due);
    return [own, ...(await claimAttempts(tx, others, { now, webPush })).values()];
  });
}

/** An attempt that was made, or a claim that needs none. */
type Outcome =
  | { readonly state: 'ended'; readonly job: JobOutcome }
  | { readonly state: 'made'; readonly channel: NotificationChannel; readonly attempt: Attempt };

/** Job handler: makes one attempt to send a delivery, if one is due, and with it attempts of other devices. */
export async function deliver(
  services: DeliveryServices,
  payload: unknown,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { deliveryId } = deliveryPayload.parse(payload);
  const claims = await claimDue(services, deliveryId);
  const unread = await countUnread(services, claims);
  const sent = await Promise.allSettled(claims.map((claim) => send(services, claim, unread, signal)));
  const outcomes = sent.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const jobs = await storeOutcomes(services, outcomes);
  for (const each of sent) if (each.status === 'rejected') throw each.reason;
  return jobs[0] ?? 'ok';
}

/** The numbers of unread entries of the users of devices, which their messages name. */
function countUnread({ database }: DeliveryServices, claims: readonly Claim[]) {
  const users = claims.flatMap((claim) =>
    claim.state === 'claimed' && claim.channel.kind === 'web_push' ? claim.channel.user.id : [],
  );
  return users.length === 0
    ? new Map<string, number>()
    : signalRepository.countUnreadOfAll(database.fork(), users);
}

/** Makes the attempt of a claim. */
async function send(
  services: DeliveryServices,
  claim: Claim,
  unread: ReadonlyMap<string, number>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, notifier, observer } = services;
  if (claim.state === 'nothing') return { state: 'ended', job: 'ok' };
  const { channel } = claim;
  if (claim.state !== 'claimed') {
    observer.delivery({ kind: channel.kind, outcome: claim.state });
    return { state: 'ended', job: claim.state === 'held' ? 'waiting' : 'failed' };
  }
  const { delivery, signals } = claim;
  const destination = openDestination(services, channel);
  const isDevice = channel.kind === 'web_push';
  const message = composeMessage(delivery, signals, notifier.publicUrl);
  const push = isDevice
    ? pushFactsOf(signals, { unread: unread.get(channel.user.id) ?? 0, now: clock() })
    : undefined;
  const expiresAt = isDevice ? expiryOf(signals) : null;
  let result: SendResult = { isDelivered: false, httpStatus: null, error: undecryptable };
  try {
    if (destination)
      result = await notifier.send(destination, { ...message, ...(push && { push }) }, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    await repeatNow(services, delivery);
    return { state: 'ended', job: 'handed_back' };
  }
  return { state: 'made', channel, attempt: { delivery, result, expiresAt, now: clock() } };
}

/** Stores the results of attempts: those that arrived together. @returns the outcomes of the job, in the same order */
async function storeOutcomes(
  { database, clock, observer }: DeliveryServices,
  outcomes: readonly Outcome[],
): Promise<JobOutcome[]> {
  const arrived = outcomes.flatMap((each) =>
    each.state === 'made' && each.attempt.result.isDelivered
      ? { id: each.attempt.delivery.id, httpStatus: each.attempt.result.httpStatus }
      : [],
  );
  if (arrived.length > 0) {
    await database.fork().transactional((tx) => storeArrived(tx, arrived, clock()));
  }
  const jobs: JobOutcome[] = [];
  // One after the other: the worker has two connections for each slot.
  for (const each of outcomes) {
    if (each.state === 'ended') {
      jobs.push(each.job);
      continue;
    }
    const { attempt, channel } = each;
    const { result } = attempt;
    const outcome = result.isDelivered
      ? 'delivered'
      : await database.fork().transactional((tx) => storeFailure(tx, { ...attempt, result }));
    observer.delivery({ kind: channel.kind, outcome });
    jobs.push(outcome === 'delivered' ? 'ok' : outcome === 'retrying' ? 'waiting' : 'failed');
  }
  return jobs;
}

/** The worker stops: another one makes the attempt. */
async function repeatNow(
  { database, clock }: DeliveryServices,
  { id, user }: ClaimedDelivery,
): Promise<void> {
  const at = clock();
  await database.fork().transactional(async (tx) => {
    await notificationDeliveryRepository.change(tx, id, { nextAttemptAt: at });
    await enqueueDeliveries(tx, [{ id, userId: user.id, at }]);
  });
}

interface Attempt<Result extends SendResult = SendResult> {
  readonly delivery: ClaimedDelivery;
  readonly result: Result;
  /** When the message is too old to be sent; null if it never is. */
  readonly expiresAt: Date | null;
  readonly now: Date;
}

type FailedResult = Extract<SendResult, { isDelivered: false }>;

async function storeArrived(
  tx: EntityManager,
  arrived: readonly { readonly id: string; readonly httpStatus: number | null }[],
  now: Date,
): Promise<void> {
  const ids = arrived.map(({ id }) => id);
  await notificationDeliveryRepository.lockChannels(tx, ids);
  await notificationDeliveryRepository.endDelivered(tx, arrived, now);
  await dequeueDeliveries(tx, ids);
}

async function storeFailure(
  tx: EntityManager,
  { delivery: { id, user, attempts }, result, expiresAt, now }: Attempt<FailedResult>,
): Promise<Exclude<DeliveryOutcome, 'held' | 'delivered'>> {
  const { httpStatus } = result;
  await notificationDeliveryRepository.lockChannels(tx, [id]);
  const delivery = await notificationDeliveryRepository.lock(tx, id);
  const channel = delivery && (await notificationChannelRepository.find(tx, delivery.channel.id));
  // The channel was deleted during the attempt.
  if (!channel) return 'failed';
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
  if (at) await enqueueDeliveries(tx, [{ id, userId: user.id, at }]);
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
