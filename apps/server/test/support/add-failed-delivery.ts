import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';

/** Inserts a delivery of a channel that has failed. @returns its id */
export async function addFailedDelivery(database: Database, channelId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into notification_delivery (id, user_id, channel_id, signal_ids, status, attempts, error, created_at)
    select gen_random_uuid(), user_id, id, '[]', 'failed', 10, 'The server answered 500', now()
    from notification_channel where id = ${channelId}
    returning id
  `.execute(database.fork().getKysely());
  return rows[0]?.id ?? '';
}
