import { dayMs } from '@stockbook/common/durations';
import {
  type EntityManager,
  type NotificationChannel,
  notificationChannelRepository,
  notificationDeliveryRepository,
  removeJobs,
  signalRepository,
} from '@stockbook/db';
import type { DeliveryOutcome, JobOutcome, Services } from '../../context.ts';
import { endCancelledDevice } from '../channels/devices.ts';
import { openDestination, undecryptable } from '../channels/present-channel.ts';
import { newNotice } from '../new-notice.ts';
import type { SendResult } from '../send/destination.ts';
import { type Claim, type ClaimedDelivery, nextAttemptAfter } from './claim-attempts.ts';
import { composeMessage, expiryOf, pushFactsOf } from './compose-message.ts';
import { dequeueDeliveries, enqueueDeliveries } from './queue-deliveries.ts';

/** A channel that fails for so long is switched off. */
const maxFailingMs = 5 * dayMs;

const gone = 410;

export type DeliveryServices = Pick<Services, 'database' | 'clock' | 'notifier'> & {
  readonly observer: Pick<Services['observer'], 'delivery'>;
};

/** An attempt that was made, or a claim that needs none. */
export type Outcome =
  | { readonly state: 'ended'; readonly job: JobOutcome }
  | { readonly state: 'made'; readonly channel: NotificationChannel; readonly attempt: Attempt };

/** The numbers of unread entries of the users of devices, which their messages name. */
export function countUnread({ database }: DeliveryServices, claims: readonly Claim[]) {
  const users = claims.flatMap((claim) =>
    claim.state === 'claimed' && claim.channel.kind === 'web_push' ? claim.channel.user.id : [],
  );
  return users.length === 0
    ? new Map<string, number>()
    : signalRepository.countUnreadOfAll(database.fork(), users);
}

/** Makes the attempt of a claim. @param unread as of `countUnread` */
export async function sendClaim(
  services: DeliveryServices,
  claim: Claim,
  unread: ReadonlyMap<string, number>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, notifier, observer } = services;
  if (claim.state === 'early') return { state: 'ended', job: 'ok' };
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

/**
 * Stores the results of attempts: those that arrived together.
 * @param jobKeys of the jobs that would repeat the attempts if their worker died
 * @returns the outcomes of the job, in the same order
 */
export async function storeOutcomes(
  { database, clock, observer }: DeliveryServices,
  outcomes: readonly Outcome[],
  jobKeys: readonly string[] = [],
): Promise<JobOutcome[]> {
  const arrived = outcomes.flatMap((each) =>
    each.state === 'made' && each.attempt.result.isDelivered
      ? { id: each.attempt.delivery.id, httpStatus: each.attempt.result.httpStatus }
      : [],
  );
  const haveAllArrived = arrived.length === outcomes.length;
  if (arrived.length > 0) {
    await database.fork().transactional(async (tx) => {
      await storeArrived(tx, arrived, clock());
      if (haveAllArrived) await removeJobs(tx, jobKeys);
    });
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
  if (!haveAllArrived) await removeJobs(database.fork(), jobKeys);
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
