import { notificationDeliveryRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { isUuid } from '../../primitives.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamList } from '../../streaming/stream-list.ts';
import type { deliveryList, listDeliveriesInput } from '../schemas.ts';
import { presentDelivery } from './present-delivery.ts';

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
