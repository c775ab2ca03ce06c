import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Session } from '../entities/access-token.entity.ts';
import { AttemptCount } from '../entities/attempt-count.entity.ts';
import { SignIn } from '../entities/session.entity.ts';

export async function add(
  tx: EntityManager,
  {
    userId,
    ...signIn
  }: Pick<SignIn, 'id' | 'refreshDigest' | 'expiresAt' | 'createdAt'> & { userId: string },
): Promise<void> {
  await tx.insert(SignIn, { ...signIn, user: userId });
}

/** Whether a sign-in still exists; locks it against deletion until the transaction ends. */
export async function lockIfActive(tx: EntityManager, id: string): Promise<boolean> {
  const signIn = await tx.findOne(SignIn, { id }, { lockMode: LockMode.PESSIMISTIC_READ });
  return signIn !== null;
}

/** Deletes a sign-in with its refresh token and all its access tokens. */
export async function end(em: EntityManager, id: string): Promise<void> {
  await em.nativeDelete(SignIn, { id });
}

/** Deletes all sign-ins of a user. @returns their number */
export function endAllOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.nativeDelete(SignIn, { user: userId });
}

/**
 * Deletes all but the `maxSignIns` most recently used sign-ins of a user. The last use is the issue of the newest access
 * token, derived from its expiry. Expired sign-ins are neither counted nor deleted: the clean-up deletes them.
 */
export async function endLeastUsed(
  tx: EntityManager,
  userId: string,
  maxSignIns: number,
  now: Date,
): Promise<void> {
  await sql`
    delete from sign_in where id in (
      select id from sign_in
      where user_id = ${userId} and expires_at > ${now}
      order by (
        select coalesce(max(session.expires_at), sign_in.created_at) from session where sign_in_id = sign_in.id
      ) desc, created_at desc
      offset ${maxSignIns}::int
    )
  `.execute(tx.getKysely());
}

/** Deletes expired sessions, sign-ins and attempt counters. */
export async function deleteExpired(em: EntityManager, now: Date): Promise<void> {
  await em.nativeDelete(Session, { expiresAt: { $lte: now } });
  await em.nativeDelete(SignIn, { expiresAt: { $lte: now } });
  await em.nativeDelete(AttemptCount, { endsAt: { $lte: now } });
}
