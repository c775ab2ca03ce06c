import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { IdempotencyKey } from '../../entities/accounts.ts';
import { deleteInBatches } from '../delete-in-batches.ts';

/** A request that a client sent with an idempotency key. */
export interface KeyedRequest {
  readonly userId: string;
  readonly key: string;
  readonly requestDigest: string;
  /** When the key was claimed. Identifies the claim. */
  readonly createdAt: Date;
}

export interface StoredResponse {
  readonly status: number;
  readonly location: string | null;
  readonly body: string;
}

/**
 * Claims a key for a request, unless it has been claimed. A key can be claimed again after its expiry, or if no
 * response has been stored for so long that the process must have died.
 * @returns whether the key was claimed
 */
export async function claim(
  em: EntityManager,
  { userId, key, requestDigest, createdAt }: KeyedRequest,
  { expiredBefore, abandonedBefore }: { expiredBefore: Date; abandonedBefore: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_key as stored (user_id, key, request_digest, created_at)
    values (${userId}, ${key}, ${requestDigest}, ${createdAt})
    on conflict (user_id, key) do update set
      request_digest = excluded.request_digest, created_at = excluded.created_at,
      status = null, location = null, body = null
    where stored.created_at <= ${expiredBefore}
      or (stored.status is null and stored.created_at <= ${abandonedBefore})
    returning 1
  `.execute(em.getKysely());
  return rows.length > 0;
}

/** The stored request of a key; `response` is null until the request has succeeded. */
export async function find(
  em: EntityManager,
  { userId, key }: Pick<KeyedRequest, 'userId' | 'key'>,
): Promise<(Pick<KeyedRequest, 'requestDigest' | 'createdAt'> & { response: StoredResponse | null }) | null> {
  const stored = await em.findOne(IdempotencyKey, { user: userId, key });
  if (!stored) return null;
  const { requestDigest, createdAt, status, location, body } = stored;
  return {
    requestDigest,
    createdAt,
    response: status === null || body === null ? null : { status, location, body },
  };
}

/**
 * Stores the response to the request that has claimed the key.
 * @returns false if another request has claimed it since
 */
export async function complete(
  em: EntityManager,
  { userId, key, createdAt }: KeyedRequest,
  response: StoredResponse,
): Promise<boolean> {
  return (await em.nativeUpdate(IdempotencyKey, { user: userId, key, createdAt }, { ...response })) > 0;
}

/** Forgets the claim of a request that has failed, unless its transaction was committed after all. */
export async function release(em: EntityManager, { userId, key, createdAt }: KeyedRequest): Promise<void> {
  await em.nativeDelete(IdempotencyKey, { user: userId, key, createdAt, status: null });
}

/** @returns how many keys were deleted */
export function deleteBefore(em: EntityManager, time: Date): Promise<number> {
  return deleteInBatches(em, 'idempotency_key', sql`created_at < ${time}`);
}
