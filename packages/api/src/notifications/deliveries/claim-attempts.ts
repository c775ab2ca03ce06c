import { hourMs, minuteMs } from '@stockbook/common/durations';
import {
  deliverySignalRepository,
  type EntityManager,
  type NotificationChannel,
  type NotificationDelivery,
  notificationChannelRepository,
  notificationDeliveryRepository,
  type Signal,
} from '@stockbook/db';
import type { WebPushOffer } from '../notifier.ts';
import { expiryOf } from './compose-message.ts';
import { dequeueDeliveries, enqueueDeliveries } from './queue-deliveries.ts';

/** Messages that a channel sends within an hour. Further signals wait, and are joined into the next message. */
const maxMessagesPerHour = 60;

/** Longer than any attempt takes. If its worker dies, the delivery is repeated after this time. */
const leaseMs = 2 * minuteMs;

export type ClaimedDelivery = Pick<
  NotificationDelivery,
  'id' | 'user' | 'attempts' | 'createdAt' | 'firstAttemptAt'
>;

export type Claim =
  /** The attempt is planned for later. */
  | { readonly state: 'early'; readonly at: Date; readonly userId: string }
  | { readonly state: 'held' | 'cancelled' | 'failed'; readonly channel: NotificationChannel }
  | {
      readonly state: 'claimed';
      readonly channel: NotificationChannel;
      /** With the attempt counted. */
      readonly delivery: ClaimedDelivery;
      /** Newest first. */
      readonly signals: readonly Signal[];
      /** When the attempt is repeated if no outcome is stored; the caller enqueues a job for it. */
      readonly repeatAt: Date;
    };

type ClaimedAttempt = Extract<Claim, { state: 'claimed' }>;

interface ClaimOptions {
  readonly now: Date;
  readonly webPush: WebPushOffer;
}

/** A delivery that may be sent, as far as it and its channel tell. */
interface DueDelivery {
  readonly delivery: NotificationDelivery;
  readonly channel: NotificationChannel;
}

/**
 * Decides which deliveries are to be sent now. A claim counts the attempt and plans the next one, as if this one had
 * failed: whatever happens to the worker, the delivery is repeated until an outcome is stored.
 * @param ids of deliveries of whose channels the transaction has the locks
 * @returns the claims by the ids of the deliveries, without those that have ended or were joined into another
 */
export async function claimAttempts(
  tx: EntityManager,
  ids: readonly string[],
  options: ClaimOptions,
): Promise<ReadonlyMap<string, Claim>> {
  const { now } = options;
  const claims = new Map<string, Claim>();
  if (ids.length === 0) return claims;
  const due: DueDelivery[] = [];
  for (const each of await findPending(tx, ids)) {
    const claim = await refuse(tx, each, options);
    if (claim) claims.set(each.delivery.id, claim);
    else due.push(each);
  }
  const allowed = await holdBeyondLimit(tx, due, now, claims);
  const fresh = allowed.filter(({ delivery }) => delivery.firstAttemptAt === null);
  await dequeueDeliveries(
    tx,
    await deliverySignalRepository.join(
      tx,
      fresh.map(({ delivery }) => delivery.id),
    ),
  );
  const wanted = await deliverySignalRepository.listWanted(
    tx,
    allowed.map(({ delivery }) => delivery.id),
  );
  const started: (DueDelivery & { readonly signals: readonly Signal[] })[] = [];
  for (const { delivery, channel } of allowed) {
    const signals = wanted.get(delivery.id) ?? [];
    const isTooOld = () => channel.kind === 'web_push' && expiryOf(signals) <= now;
    if (signals.length === 0) {
      claims.set(delivery.id, await end(tx, { delivery, channel }, 'cancelled', switchedOffForStocks));
    } else if (isTooOld()) {
      claims.set(delivery.id, await end(tx, { delivery, channel }, 'failed', 'Too old to send'));
    } else started.push({ delivery, channel, signals });
  }
  for (const claim of await startAll(tx, started, now)) claims.set(claim.delivery.id, claim);
  return claims;
}

const switchedOffForStocks = 'Cancelled: notifications of these stocks are switched off';

/** The pending deliveries with their channels, one of each channel, in the order of `ids`. */
async function findPending(tx: EntityManager, ids: readonly string[]): Promise<DueDelivery[]> {
  const deliveries = await notificationDeliveryRepository.lockAll(tx, ids);
  const channels = await notificationChannelRepository.findAll(
    tx,
    deliveries.map(({ channel }) => channel.id),
  );
  const channelOf = new Map(channels.map((channel) => [channel.id, channel]));
  const deliveryOf = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const pending = new Map<string, DueDelivery>();
  for (const id of ids) {
    const delivery = deliveryOf.get(id);
    const channel = delivery && channelOf.get(delivery.channel.id);
    // Further ones of a channel are joined into the first one.
    if (!channel || delivery.status !== 'pending' || pending.has(channel.id)) continue;
    pending.set(channel.id, { delivery, channel });
  }
  return [...pending.values()];
}

async function waitUntil(tx: EntityManager, { id, user }: NotificationDelivery, at: Date): Promise<void> {
  await notificationDeliveryRepository.change(tx, id, { nextAttemptAt: at });
  await enqueueDeliveries(tx, [{ id, userId: user.id, at }]);
}

async function end(
  tx: EntityManager,
  { delivery: { id }, channel }: DueDelivery,
  state: 'cancelled' | 'failed',
  error: string,
): Promise<Claim> {
  await notificationDeliveryRepository.change(tx, id, { status: 'failed', nextAttemptAt: null, error });
  await dequeueDeliveries(tx, [id]);
  return { state, channel };
}

/** Why a delivery is not sent now, or ever, as far as it and its channel tell; null if it may be. */
async function refuse(
  tx: EntityManager,
  due: DueDelivery,
  { now, webPush }: ClaimOptions,
): Promise<Claim | null> {
  const { delivery, channel } = due;
  const { nextAttemptAt: at } = delivery;
  if (at !== null && at > now) return { state: 'early', at, userId: delivery.user.id };
  const cancel = (reason: string) => end(tx, due, 'cancelled', `Cancelled: ${reason}`);
  if (!channel.isActive) return cancel('the channel was switched off');
  if (channel.confirmedAt === null) return cancel('the address is not confirmed');
  if (channel.kind === 'web_push' && webPush.reason !== null) {
    return end(tx, due, 'cancelled', webPush.reason);
  }
  return null;
}

/** Lets first attempts wait whose channels have sent too much. @returns the others */
async function holdBeyondLimit(
  tx: EntityManager,
  due: readonly DueDelivery[],
  now: Date,
  claims: Map<string, Claim>,
): Promise<DueDelivery[]> {
  const blocked = await notificationDeliveryRepository.listSentBefore(
    tx,
    due.flatMap(({ delivery, channel }) => (delivery.attempts === 0 ? channel.id : [])),
    { maximum: maxMessagesPerHour, since: new Date(now.getTime() - hourMs) },
  );
  const allowed: DueDelivery[] = [];
  for (const each of due) {
    const blockedBy = blocked.get(each.channel.id);
    if (!blockedBy) {
      allowed.push(each);
      continue;
    }
    await waitUntil(tx, each.delivery, new Date(blockedBy.getTime() + hourMs));
    claims.set(each.delivery.id, { state: 'held', channel: each.channel });
  }
  return allowed;
}

async function startAll(
  tx: EntityManager,
  started: readonly (DueDelivery & { readonly signals: readonly Signal[] })[],
  now: Date,
): Promise<ClaimedAttempt[]> {
  const claims = started.map(({ delivery, channel, signals }): ClaimedAttempt => {
    const { id, user, createdAt } = delivery;
    const attempts = delivery.attempts + 1;
    const firstAttemptAt = attempts === 1 ? now : delivery.firstAttemptAt;
    const plannedMs = nextAttemptAfter(attempts, now)?.getTime() ?? 0;
    return {
      state: 'claimed',
      channel,
      // A copy: the entity would be written once more when the transaction ends.
      delivery: { id, user, attempts, createdAt, firstAttemptAt },
      signals,
      repeatAt: new Date(Math.max(plannedMs, now.getTime() + leaseMs)),
    };
  });
  await notificationDeliveryRepository.startAttempts(
    tx,
    claims.map(({ delivery: { id, attempts, firstAttemptAt }, signals, repeatAt }) => ({
      id,
      attempts,
      signalIds: signals.map((signal) => signal.id),
      firstAttemptAt,
      nextAttemptAt: repeatAt,
    })),
  );
  return claims;
}

/** The waits after the first, second, … attempt: those that Standard Webhooks recommends. */
const waitsMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** Spreads attempts that failed together: up to a tenth earlier or later. */
const jitter = 0.1;

/**
 * The time of the attempt after `attempts` failed ones; null after the last.
 * @param random from 0 to 1
 */
export function nextAttemptAfter(attempts: number, now: Date, random = Math.random()): Date | null {
  const waitMs = waitsMs[attempts - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs * (1 + jitter * (2 * random - 1)));
}
