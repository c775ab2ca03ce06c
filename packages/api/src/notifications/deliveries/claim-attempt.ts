import { hourMs, minuteMs } from '@stockbook/common/durations';
import {
  type EntityManager,
  type NotificationChannel,
  type NotificationDelivery,
  notificationChannelRepository,
  notificationDeliveryRepository,
  type Signal,
} from '@stockbook/db';
import type { WebPushOffer } from '../notifier.ts';
import { expiryOf } from './compose-message.ts';
import { dequeueDeliveries, enqueueDelivery } from './queue-deliveries.ts';

/** Messages that a channel sends within an hour. Further signals wait, and are joined into the next message. */
const maxMessagesPerHour = 60;

/** Longer than any attempt takes. If its worker dies, the delivery is repeated after this time. */
const leaseMs = 2 * minuteMs;

export type ClaimedDelivery = Pick<NotificationDelivery, 'id' | 'user' | 'attempts' | 'createdAt'>;

export type Claim =
  /** Nothing is due: the delivery has ended, was joined into another or waits. */
  | { readonly state: 'nothing' }
  | { readonly state: 'held' | 'cancelled' | 'failed'; readonly channel: NotificationChannel }
  | {
      readonly state: 'claimed';
      readonly channel: NotificationChannel;
      /** With the attempt counted. */
      readonly delivery: ClaimedDelivery;
      /** Newest first. */
      readonly signals: readonly Signal[];
    };

/**
 * Decides whether a delivery is to be sent now. A claim counts the attempt and plans the next one, as if this one had
 * failed: whatever happens to the worker, the delivery is repeated until an outcome is stored.
 */
export async function claimAttempt(
  tx: EntityManager,
  id: string,
  { now, webPush }: { now: Date; webPush: WebPushOffer },
): Promise<Claim> {
  await notificationDeliveryRepository.lockChannel(tx, id);
  const delivery = await notificationDeliveryRepository.lock(tx, id);
  const channel = delivery && (await notificationChannelRepository.find(tx, delivery.channel.id));
  if (!channel || delivery.status !== 'pending') return { state: 'nothing' };
  const { user, createdAt } = delivery;
  const waitUntil = async (at: Date, changes: Partial<NotificationDelivery> = {}) => {
    await notificationDeliveryRepository.change(tx, id, { ...changes, nextAttemptAt: at });
    await enqueueDelivery(tx, { id, userId: user.id, at });
  };
  if (delivery.nextAttemptAt !== null && delivery.nextAttemptAt > now) {
    await waitUntil(delivery.nextAttemptAt);
    return { state: 'nothing' };
  }
  const end = async (state: 'cancelled' | 'failed', error: string): Promise<Claim> => {
    await notificationDeliveryRepository.change(tx, id, { status: 'failed', nextAttemptAt: null, error });
    await dequeueDeliveries(tx, [id]);
    return { state, channel };
  };
  const cancel = (reason: string) => end('cancelled', `Cancelled: ${reason}`);
  if (!channel.isActive) return cancel('the channel was switched off');
  if (channel.confirmedAt === null) return cancel('the address is not confirmed');
  const isDevice = channel.kind === 'web_push';
  if (isDevice && webPush.reason !== null) return end('cancelled', webPush.reason);
  if (delivery.attempts === 0) {
    const since = new Date(now.getTime() - hourMs);
    const window = { maximum: maxMessagesPerHour, since };
    const blockedBy = await notificationDeliveryRepository.findSentBefore(tx, channel.id, window);
    if (blockedBy) {
      await waitUntil(new Date(blockedBy.getTime() + hourMs));
      return { state: 'held', channel };
    }
  }
  if (delivery.firstAttemptAt === null) {
    await dequeueDeliveries(tx, await notificationDeliveryRepository.join(tx, delivery));
  }
  const signals = await notificationDeliveryRepository.listWantedSignals(tx, id);
  if (signals.length === 0) return cancel('notifications of these stocks are switched off');
  if (isDevice && expiryOf(signals) <= now) return end('failed', 'Too old to send');
  const attempts = delivery.attempts + 1;
  const plannedMs = nextAttemptAfter(attempts, now)?.getTime() ?? 0;
  await waitUntil(new Date(Math.max(plannedMs, now.getTime() + leaseMs)), {
    attempts,
    signalIds: signals.map((signal) => signal.id),
    firstAttemptAt: attempts === 1 ? now : delivery.firstAttemptAt,
  });
  // A copy: the entity would be written once more when the transaction ends.
  return { state: 'claimed', channel, delivery: { id, user, attempts, createdAt }, signals };
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
