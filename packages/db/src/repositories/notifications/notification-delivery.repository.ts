import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type ChannelKind, type DeliveryStatus, NotificationDelivery } from '../../entities/notifications.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { Page } from '../page.ts';
import type { NewSignal } from '../signals/signal.repository.ts';

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
      limit,
      offset,
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

export function lock(tx: EntityManager, id: string): Promise<NotificationDelivery | null> {
  return tx.findOne(NotificationDelivery, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/** Locks deliveries, of whose channels the transaction has the locks. */
export function lockAll(tx: EntityManager, ids: readonly string[]): Promise<NotificationDelivery[]> {
  return tx.find(
    NotificationDelivery,
    { id: { $in: [...ids] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
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

export interface QueuedDelivery {
  readonly id: string;
  readonly userId: string;
  /** The kind of the channel. */
  readonly kind: ChannelKind;
}

/**
 * Adds a delivery of these signals for each channel that may receive them: those of users who want notifications of the
 * stock.
 */
export async function queue(
  tx: EntityManager,
  signals: readonly Pick<NewSignal, 'id' | 'userId' | 'stockId'>[],
  { now, nextAttemptAt }: { now: Date; nextAttemptAt: Date },
): Promise<QueuedDelivery[]> {
  const { rows } = await sql<QueuedDelivery>`
    with queued as materialized (
      select gen_random_uuid() as id, channel.user_id, channel.id as channel_id, channel.kind, wanted.ids
      from (
        select link.user_id, jsonb_agg(signal.id) as ids
        from jsonb_to_recordset(${JSON.stringify(signals)}::jsonb) as signal(id uuid, "userId" uuid, "stockId" int)
        join user_stock link
          on link.user_id = signal."userId" and link.stock_id = signal."stockId" and link.notify_on_signals
        group by link.user_id
      ) wanted
      join notification_channel channel on channel.user_id = wanted.user_id
      where channel.is_active and channel.confirmed_at is not null
    ), added as (
      insert into notification_delivery (id, user_id, channel_id, signal_ids, next_attempt_at, created_at)
      select id, user_id, channel_id, ids, ${nextAttemptAt}, ${now} from queued
    )
    select id, user_id as "userId", kind from queued
  `.execute(tx.getKysely());
  return rows;
}

/**
 * Locks the channels of deliveries, so that one attempt at a time joins and counts its messages. Weaker than the lock
 * for an update of keys: it does not wait for transactions that add deliveries.
 */
export async function lockChannels(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await sql`
    select from notification_channel
    where id in (select channel_id from notification_delivery where id = any(${ids}::uuid[]))
    order by id for no key update
  `.execute(tx.getKysely());
}

/**
 * Locks the devices of new deliveries that are due, the longest due first, as `lockChannels` does. Devices that another
 * attempt has locked are passed over: nothing waits, so that the order of the locks does not matter.
 * @returns the ids of the deliveries, none of which was attempted
 */
export async function lockDevicesOfDue(
  tx: EntityManager,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select delivery.id from notification_delivery delivery
    join notification_channel channel on channel.id = delivery.channel_id
    where delivery.status = 'pending' and delivery.next_attempt_at <= ${now}
      and delivery.first_attempt_at is null and channel.kind = 'web_push'
    order by delivery.next_attempt_at limit ${limit}
    for no key update of channel skip locked
  `.execute(tx.getKysely());
  return rows.map(({ id }) => id);
}

/**
 * Whether `lockDevicesOfDue` would find a delivery, or passes one over. The kind is looked up for each delivery: a join
 * could begin with all devices.
 */
export async function areDevicesDue(em: EntityManager, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from notification_delivery delivery
    where status = 'pending' and next_attempt_at <= ${now} and first_attempt_at is null
      and (select kind from notification_channel where id = delivery.channel_id) = 'web_push'
    order by next_attempt_at limit 1
  `.execute(em.getKysely());
  return rows.length > 0;
}

/**
 * When the message `maximum` messages ago was first attempted, by the channels that have sent so many since `since`.
 */
export async function listSentBefore(
  em: EntityManager,
  channelIds: readonly string[],
  { maximum, since }: { maximum: number; since: Date },
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; at: string }>`
    select channel.id, sent.first_attempt_at as at from unnest(${channelIds}::uuid[]) channel(id)
    cross join lateral (
      select first_attempt_at from notification_delivery
      where channel_id = channel.id and first_attempt_at > ${since}
      order by first_attempt_at desc offset ${maximum - 1} limit 1
    ) sent
  `.execute(em.getKysely());
  return new Map(rows.map(({ id, at }) => [id, new Date(at)]));
}

type Attempt = Pick<
  NotificationDelivery,
  'id' | 'attempts' | 'signalIds' | 'firstAttemptAt' | 'nextAttemptAt'
>;

/** Stores attempts that begin, and when they are repeated if nothing more is stored. */
export async function startAttempts(tx: EntityManager, attempts: readonly Attempt[]): Promise<void> {
  await sql`
    update notification_delivery delivery
    set attempts = started.attempts, signal_ids = started."signalIds",
      first_attempt_at = started."firstAttemptAt", next_attempt_at = started."nextAttemptAt"
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as started(
      id uuid, attempts int, "signalIds" jsonb, "firstAttemptAt" timestamptz, "nextAttemptAt" timestamptz
    )
    where delivery.id = started.id
  `.execute(tx.getKysely());
}

/** Ends deliveries that have arrived, of whose channels the transaction has the locks: these are healthy. */
export async function endDelivered(
  tx: EntityManager,
  delivered: readonly Pick<NotificationDelivery, 'id' | 'httpStatus'>[],
  now: Date,
): Promise<void> {
  await sql`
    with arrived as (
      select id, "httpStatus" from jsonb_to_recordset(${JSON.stringify(delivered)}::jsonb) as row(id uuid, "httpStatus" int)
    ), healthy as (
      update notification_channel set last_ok_at = ${now}, last_error = null, failing_since = null
      where id in (select channel_id from notification_delivery join arrived using (id))
    )
    update notification_delivery delivery
    set status = 'delivered', next_attempt_at = null, http_status = arrived."httpStatus", error = null
    from arrived where delivery.id = arrived.id
  `.execute(tx.getKysely());
}

/** Deliveries whose attempt is overdue: a restored backup has no jobs. */
export function listOverdue(em: EntityManager, since: Date, limit: number): Promise<NotificationDelivery[]> {
  return em.find(NotificationDelivery, { status: 'pending', nextAttemptAt: { $lt: since } }, { limit });
}

/** @returns the number of deliveries that were deleted */
export function deleteCreatedBefore(em: EntityManager, moment: Date): Promise<number> {
  return deleteInBatches(em, 'notification_delivery', sql`created_at < ${moment}`);
}
