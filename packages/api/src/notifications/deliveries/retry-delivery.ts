import { notificationChannelRepository, notificationDeliveryRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { minuteMs } from '../../durations.ts';
import { AppError, notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { spend } from '../../quotas/budget.ts';
import type { Delivery, deliveryInput } from '../schemas.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';
import { presentDelivery } from './present-delivery.ts';

const maxRetriesPerMinute = 6;

/**
 * Sends an undelivered message again at once, with the same id. The retry plan of a failed one starts from the beginning.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS, or CONFLICT if it has arrived or its channel sends nothing
 */
export async function retryDelivery(
  ctx: UserContext,
  { deliveryId }: z.output<typeof deliveryInput>,
): Promise<Delivery> {
  const { em, user, clock } = ctx;
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
    await enqueueDelivery(tx, { id: delivery.id, userId: user.id, at: now });
    return presentDelivery({ ...delivery, ...changes }, channel);
  });
}
