import type { NotificationChannel, NotificationDelivery } from '@stockbook/db';
import type { Delivery } from '../schemas.ts';

/** Maps a delivery to its API shape. */
export function presentDelivery(
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
