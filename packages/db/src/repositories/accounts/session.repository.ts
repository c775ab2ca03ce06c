import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AccessToken } from '../../entities/accounts/access-token.entity.ts';
import { AttemptCount } from '../../entities/accounts/attempt-count.entity.ts';
import { Session } from '../../entities/accounts/session.entity.ts';

export async function add(
  tx: EntityManager,
  {
    userId,
    ...session
  }: Pick<Session, 'id' | 'refreshDigest' | 'expiresAt' | 'createdAt'> & { userId: string },
): Promise<void> {
  await tx.insert(Session, { ...session, user: userId });
}

/** Whether a session still exists; locks it against deletion until the transaction ends. */
export async function lockIfActive(tx: EntityManager, id: string): Promise<boolean> {
  const session = await tx.findOne(Session, { id }, { lockMode: LockMode.PESSIMISTIC_READ });
  return session !== null;
}

/** Deletes a session with its refresh token and all its access tokens. */
export async function end(em: EntityManager, id: string): Promise<void> {
  await em.nativeDelete(Session, { id });
}

/** Deletes all sessions of a user. @returns their number */
export function endAllOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.nativeDelete(Session, { user: userId });
}

/**
 * Deletes all but the `maxSessions` most recently used sessions of a user. The last use is the issue of the newest access
 * token, derived from its expiry. Expired sessions are neither counted nor deleted: the clean-up deletes them.
 */
export async function endLeastUsed(
  tx: EntityManager,
  userId: string,
  maxSessions: number,
  now: Date,
): Promise<void> {
  await sql`
    delete from session where id in (
      select id from session
      where user_id = ${userId} and expires_at > ${now}
      order by (
        select coalesce(max(access_token.expires_at), session.created_at) from access_token where session_id = session.id
      ) desc, created_at desc
      offset ${maxSessions}::int
    )
  `.execute(tx.getKysely());
}

/** Deletes expired access tokens, sessions and attempt counters. */
export async function deleteExpired(em: EntityManager, now: Date): Promise<void> {
  await em.nativeDelete(AccessToken, { expiresAt: { $lte: now } });
  await em.nativeDelete(Session, { expiresAt: { $lte: now } });
  await em.nativeDelete(AttemptCount, { endsAt: { $lte: now } });
}
