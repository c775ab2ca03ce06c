import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type DeliveryStatus, NotificationDelivery } from '../entities/notification-delivery.entity.ts';
import type { Page } from './user-stock.repository.ts';

/** A page of a user's deliveries with their channels, newest first, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  {
    channelId,
    status,
    limit,
    offset,
  }: Page & { readonly channelId?: string; readonly status?: DeliveryStatus },
): Promise<[NotificationDelivery[], number]> {
  return em.findAndCount(
    NotificationDelivery,
    {
      user: userId,
      ...(channelId === undefined ? {} : { channel: channelId }),
      ...(status === undefined ? {} : { status }),
    },
    {
      populate: ['channel'],
      orderBy: { createdAt: 'desc', id: 'desc' },
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    },
  );
}

/** A delivery of this user; null if it belongs to another user. */
export function findOfUser(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<NotificationDelivery | null> {
  return em.findOne(NotificationDelivery, { id, user: userId });
}

/** Locks a delivery's row. */
export function lock(tx: EntityManager, id: string): Promise<NotificationDelivery | null> {
  return tx.findOne(NotificationDelivery, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

type Changes = Partial<Omit<NotificationDelivery, 'id' | 'user' | 'channel' | 'createdAt'>>;

export async function change(em: EntityManager, id: string, changes: Changes): Promise<void> {
  await em.nativeUpdate(NotificationDelivery, { id }, changes);
}

/** Fails the deliveries of a channel that have not arrived. */
export async function cancel(em: EntityManager, channelId: string, error: string): Promise<void> {
  await em.nativeUpdate(
    NotificationDelivery,
    { channel: channelId, status: 'pending' },
    { status: 'failed', nextAttemptAt: null, error },
  );
}
