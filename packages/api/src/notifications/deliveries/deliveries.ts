import { minuteMs } from '@stockbook/common/durations';
import {
  type NotificationChannel,
  type NotificationDelivery,
  notificationChannelRepository,
  notificationDeliveryRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { spend } from '../../quotas/budget.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamList } from '../../streaming/stream-list.ts';
import type { Delivery, deliveryInput, deliveryList, listDeliveriesInput } from '../schemas.ts';
import { enqueueDeliveries } from './queue-deliveries.ts';

const maxPage = 1_000;

/**
 * Lists the caller's deliveries, newest first.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function listDeliveries(
  ctx: UserContext,
  { channel_id, status, limit = maxPage, offset }: z.output<typeof listDeliveriesInput>,
): Promise<OutputStream> {
  const { em, user } = ctx;
  return streamList(ctx, async (): Promise<z.infer<typeof deliveryList>> => {
    if (channel_id !== undefined && !isUuid(channel_id)) return { deliveries: [], total: 0 };
    const [deliveries, total] = await notificationDeliveryRepository.listOfUser(em, user.id, {
      ...(channel_id === undefined ? {} : { channelId: channel_id }),
      ...(status === undefined ? {} : { status }),
      limit,
      offset,
    });
    return {
      deliveries: deliveries.map((delivery) => presentDelivery(delivery, delivery.channel)),
      total,
    };
  });
}

const maxRetriesPerMinute = 6;

/**
 * Sends an undelivered message again at once, with the same id. The retry plan of a failed one starts from the
 * beginning.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS, or CONFLICT if it has arrived or its channel sends nothing
 */
export async function retryDelivery(
  ctx: UserContext,
  { deliveryId }: z.output<typeof deliveryInput>,
): Promise<Delivery> {
  const { em, user } = ctx;
  const { clock } = ctx.services;
  if (!isUuid(deliveryId) || !(await notificationDeliveryRepository.findOfUser(em, user.id, deliveryId))) {
    throw notFound('Delivery');
  }
  await spend(em, ctx, {
    name: 'delivery retry',
    maximum: maxRetriesPerMinute,
    windowMs: minuteMs,
    message: `You have repeated deliveries ${maxRetriesPerMinute} times within a minute`,
  });
  return em.transactional(async (tx) => {
    const delivery = await notificationDeliveryRepository.lock(tx, deliveryId);
    const channel = delivery && (await notificationChannelRepository.find(tx, delivery.channel.id));
    if (!delivery || !channel) throw notFound('Delivery');
    if (delivery.status === 'delivered') throw new AppError('CONFLICT', 'This message has arrived already');
    if (!channel.isActive || channel.confirmedAt === null) {
      throw new AppError('CONFLICT', 'Switch the channel on, or confirm its address, first');
    }
    const now = clock();
    const changes = {
      status: 'pending' as const,
      attempts: delivery.status === 'failed' ? 0 : delivery.attempts,
      nextAttemptAt: now,
    };
    await notificationDeliveryRepository.change(tx, delivery.id, changes);
    await enqueueDeliveries(tx, [{ id: delivery.id, userId: user.id, at: now }]);
    return presentDelivery({ ...delivery, ...changes }, channel);
  });
}

/** Maps a delivery to its API shape. */
function presentDelivery(
  delivery: Omit<NotificationDelivery, 'user' | 'channel'>,
  channel: Pick<NotificationChannel, 'id' | 'name' | 'kind'>,
): Delivery {
  return {
    id: delivery.id,
    channel_id: channel.id,
    channel_name: channel.name,
    kind: channel.kind,
    signal_ids: delivery.signalIds,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    http_status: delivery.httpStatus,
    error: delivery.error,
    created_at: delivery.createdAt.toISOString(),
  };
}
