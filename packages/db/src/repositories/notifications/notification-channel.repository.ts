import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NotificationChannel } from '../../entities/notifications.ts';
import type { Page } from '../page.ts';

type NewChannel = Pick<
  NotificationChannel,
  'id' | 'kind' | 'name' | 'target' | 'secret' | 'isActive' | 'confirmedAt' | 'createdAt'
> & { readonly userId: string };

const newChannel = {
  confirmationDigest: null,
  confirmationExpiresAt: null,
  lastOkAt: null,
  lastError: null,
  failingSince: null,
  endpointDigest: null,
  session: null,
  device: null,
  lastSeenAt: null,
  remindedAt: null,
  showsDetails: null,
};

export async function add(tx: EntityManager, { userId, ...channel }: NewChannel): Promise<void> {
  await tx.insert(NotificationChannel, {
    ...newChannel,
    ...channel,
    user: userId,
    updatedAt: channel.createdAt,
  });
}

type NewDevice = Omit<NewChannel, 'kind'> &
  Pick<NotificationChannel, 'lastSeenAt' | 'showsDetails'> & {
    readonly endpointDigest: string;
    readonly device: string;
    readonly sessionId: string;
  };

/**
 * Adds a channel of kind `web_push`.
 * @returns false if the endpoint has a channel, which may be another user's
 */
export async function addDevice(
  tx: EntityManager,
  { userId, sessionId, ...device }: NewDevice,
): Promise<boolean> {
  const { affectedRows } = await tx
    .createQueryBuilder(NotificationChannel)
    .insert({
      ...newChannel,
      ...device,
      kind: 'web_push',
      user: userId,
      session: sessionId,
      updatedAt: device.createdAt,
    })
    .onConflict(['endpointDigest'])
    .ignore()
    .execute('run');
  return affectedRows === 1;
}

/** The channel of an endpoint, of any user, locked until the transaction ends. */
export function lockByEndpointDigest(
  tx: EntityManager,
  endpointDigest: string,
): Promise<NotificationChannel | null> {
  return tx.findOne(
    NotificationChannel,
    { endpointDigest },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
}

type Renewal = Partial<Pick<NotificationChannel, 'name'>> &
  Pick<NotificationChannel, 'secret' | 'device' | 'lastSeenAt' | 'remindedAt' | 'updatedAt'> & {
    readonly sessionId: string;
  };

export async function renewDevice(
  tx: EntityManager,
  id: string,
  { sessionId, ...renewal }: Renewal,
): Promise<void> {
  await tx.nativeUpdate(NotificationChannel, { id }, { ...renewal, session: sessionId });
}

/** Devices on which Stockbook was last opened before `moment`, and whose users were not reminded of it. */
export function listUnseenSince(
  em: EntityManager,
  moment: Date,
  limit: number,
): Promise<NotificationChannel[]> {
  return em.find(
    NotificationChannel,
    { kind: 'web_push', lastSeenAt: { $lte: moment }, remindedAt: null },
    { orderBy: { id: 'asc' }, limit },
  );
}

/** @returns the number of deleted devices, on which Stockbook was last opened before `moment` */
export function removeUnseenSince(em: EntityManager, moment: Date): Promise<number> {
  return em.nativeDelete(NotificationChannel, { kind: 'web_push', lastSeenAt: { $lte: moment } });
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

export function findAll(em: EntityManager, ids: readonly string[]): Promise<NotificationChannel[]> {
  return em.find(NotificationChannel, { id: { $in: [...ids] } }, { refresh: true });
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

interface Confirmation {
  readonly digest: string;
  readonly expiresAt: Date;
}

/**
 * Stores what confirms the address of a channel, in place of an earlier link or code.
 * @returns false if the channel has been confirmed, moved to another target or deleted: nothing may be sent to `target`
 */
export async function replaceConfirmation(
  em: EntityManager,
  { id, target }: Pick<NotificationChannel, 'id' | 'target'>,
  { digest, expiresAt }: Confirmation,
): Promise<boolean> {
  const replaced = await em.nativeUpdate(
    NotificationChannel,
    { id, target, confirmedAt: null },
    { confirmationDigest: digest, confirmationExpiresAt: expiresAt, confirmationTries: 0 },
  );
  return replaced > 0;
}

/**
 * Counts an attempt to enter a code, atomically.
 * @returns the digest of the right code; null if there is none, or if it has expired or was tried `maximum` times
 */
export async function countTry(
  em: EntityManager,
  id: string,
  { maximum, now }: { readonly maximum: number; readonly now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ digest: string | null }>`
    update notification_channel set confirmation_tries = confirmation_tries + 1
    where id = ${id} and confirmation_tries < ${maximum} and confirmation_expires_at > ${now}
    returning confirmation_digest as digest
  `.execute(em.getKysely());
  return rows[0]?.digest ?? null;
}

/** Confirms the address that a link or code was sent to, once. @returns whether it was valid */
export async function confirm(em: EntityManager, digest: string, now: Date): Promise<boolean> {
  const confirmed = await em.nativeUpdate(
    NotificationChannel,
    { confirmationDigest: digest, confirmationExpiresAt: { $gt: now } },
    { confirmedAt: now, confirmationDigest: null, confirmationExpiresAt: null, lastError: null },
  );
  return confirmed > 0;
}
