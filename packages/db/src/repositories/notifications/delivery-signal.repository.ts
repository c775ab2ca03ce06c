import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Signal } from '../../entities/signals.ts';

/** The signals of deliveries, by their ids, that the users still want to be notified of, newest first. */
export async function listWanted(
  em: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Signal[]>> {
  const { rows } = await sql<{ deliveryId: string; signalId: string }>`
    select delivery.id as "deliveryId", signal.id as "signalId"
    from notification_delivery delivery
    cross join jsonb_array_elements_text(delivery.signal_ids) signal_id
    join signal on signal.id = signal_id::uuid and signal.user_id = delivery.user_id
    join user_stock link on link.user_id = signal.user_id and link.stock_id = signal.stock_id
    where delivery.id = any(${ids}::uuid[]) and link.notify_on_signals
  `.execute(em.getKysely());
  const signals = await em.find(
    Signal,
    { id: { $in: rows.map(({ signalId }) => signalId) } },
    { orderBy: { barDate: 'desc', createdAt: 'desc', id: 'desc' } },
  );
  const deliveriesOf = Map.groupBy(rows, ({ signalId }) => signalId);
  const wanted = new Map<string, Signal[]>(ids.map((id) => [id, []]));
  for (const signal of signals) {
    for (const { deliveryId } of deliveriesOf.get(signal.id) ?? []) wanted.get(deliveryId)?.push(signal);
  }
  return wanted;
}

/**
 * Moves the signals of all other deliveries that were never attempted into those of their channels. The others of each
 * channel are looked up by its index: without statistics of a table that was filled a moment ago, PostgreSQL would read
 * all deliveries. The status is written so that the index of pending deliveries does not fit, for the same reason.
 * @param ids of deliveries of different channels
 * @returns the ids of the others, which are deleted
 */
export async function join(tx: EntityManager, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with kept as (
      select id, channel_id from notification_delivery where id = any(${ids}::uuid[])
    ), others as materialized (
      select other.id, kept.id as kept_id from kept
      cross join lateral (
        select id from notification_delivery
        where channel_id = kept.channel_id and status not in ('delivered', 'failed')
          and first_attempt_at is null and id <> kept.id
        offset 0
      ) other
    ), joined as (
      delete from notification_delivery delivery using others
      where delivery.id = others.id
      returning delivery.id, delivery.signal_ids, others.kept_id
    ), merged as (
      update notification_delivery delivery set signal_ids = delivery.signal_ids || added.signal_ids
      from (
        select kept_id, jsonb_agg(signal_id) as signal_ids
        from joined, jsonb_array_elements(joined.signal_ids) signal_id group by kept_id
      ) added
      where delivery.id = added.kept_id
    )
    select id from joined
  `.execute(tx.getKysely());
  return rows.map((row) => row.id);
}

/** Takes the signals of a stock out of a user's deliveries that have not arrived. */
export async function drop(tx: EntityManager, userId: string, stockId: number): Promise<void> {
  // Before the deliveries, like an attempt that joins those of its channel: otherwise each could wait for the other.
  await sql`
    select from notification_channel where user_id = ${userId} order by id for no key update
  `.execute(tx.getKysely());
  await sql`
    update notification_delivery delivery
    set signal_ids = coalesce(
      (
        select jsonb_agg(signal_id) from jsonb_array_elements_text(delivery.signal_ids) signal_id
        where not exists (
          select from signal where signal.id = signal_id::uuid and signal.stock_id = ${stockId}
        )
      ),
      '[]'
    )
    where user_id = ${userId} and status = 'pending'
  `.execute(tx.getKysely());
}
