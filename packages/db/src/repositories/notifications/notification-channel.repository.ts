import type { EntityManager } from '@mikro-orm/postgresql';
import { NotificationChannel } from '../../entities/notifications/notification-channel.entity.ts';
import type { Page } from '../page.ts';

type NewChannel = Pick<
  NotificationChannel,
  'id' | 'kind' | 'name' | 'target' | 'secret' | 'isActive' | 'confirmedAt' | 'createdAt'
> & { readonly userId: string };

export async function add(tx: EntityManager, { userId, ...channel }: NewChannel): Promise<void> {
  await tx.insert(NotificationChannel, {
    ...channel,
    user: userId,
    confirmationDigest: null,
    confirmationExpiresAt: null,
    lastOkAt: null,
    lastError: null,
    failingSince: null,
    updatedAt: channel.createdAt,
  });
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(NotificationChannel, { user: userId });
}

/** A channel of this user; null if it belongs to another user. */
export function findOfUser(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<NotificationChannel | null> {
  return em.findOne(NotificationChannel, { id, user: userId }, { refresh: true });
}

export function find(em: EntityManager, id: string): Promise<NotificationChannel | null> {
  return em.findOne(NotificationChannel, { id }, { refresh: true });
}

/** A page of a user's channels, newest first, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset }: Page,
): Promise<[NotificationChannel[], number]> {
  return em.findAndCount(
    NotificationChannel,
    { user: userId },
    {
      orderBy: { createdAt: 'desc', id: 'desc' },
      limit,
      offset,
    },
  );
}

type Changes = Partial<Omit<NotificationChannel, 'id' | 'user' | 'kind' | 'createdAt'>>;

export async function change(em: EntityManager, id: string, changes: Changes): Promise<void> {
  await em.nativeUpdate(NotificationChannel, { id }, changes);
}

/** Deletes a user's channel with its deliveries. @returns whether it existed */
export async function remove(em: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await em.nativeDelete(NotificationChannel, { id, user: userId })) > 0;
}

/** Confirms the address that a link was sent to, once. @returns whether the link was valid */
export async function confirm(em: EntityManager, digest: string, now: Date): Promise<boolean> {
  const confirmed = await em.nativeUpdate(
    NotificationChannel,
    { confirmationDigest: digest, confirmationExpiresAt: { $gt: now } },
    { confirmedAt: now, confirmationDigest: null, confirmationExpiresAt: null, lastError: null },
  );
  return confirmed > 0;
}
