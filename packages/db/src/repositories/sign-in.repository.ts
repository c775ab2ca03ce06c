import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AttemptCount } from '../entities/attempt-count.entity.ts';
import { Session } from '../entities/session.entity.ts';
import { SignIn } from '../entities/sign-in.entity.ts';

/** The sign-in of a refresh token's digest, unless it has expired. */
export function findByRefreshDigest(
  em: EntityManager,
  refreshDigest: string,
  now: Date,
): Promise<SignIn | null> {
  return em.findOne(SignIn, { refreshDigest, expiresAt: { $gt: now } });
}

/** Whether a sign-in has not been ended. Until the transaction ends it cannot be. */
export async function lockIfActive(tx: EntityManager, id: string): Promise<boolean> {
  const signIn = await tx.findOne(SignIn, { id }, { lockMode: LockMode.PESSIMISTIC_READ });
  return signIn !== null;
}

/** Ends a sign-in: its refresh token and all its access tokens go with it. */
export async function end(em: EntityManager, id: string): Promise<void> {
  await em.nativeDelete(SignIn, { id });
}

/** Ends all sign-ins of a user. @returns how many there were */
export function endAllOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.nativeDelete(SignIn, { user: userId });
}

/**
 * Ends the sign-ins of a user beyond the `keep` that were used last. A sign-in is used when it gets an access token; its
 * latest one tells when that was. Expired sign-ins neither count nor are touched: the clean-up deletes them.
 */
export async function endLeastUsed(
  tx: EntityManager,
  userId: string,
  keep: number,
  now: Date,
): Promise<void> {
  await sql`
    delete from sign_in where id in (
      select id from sign_in
      where user_id = ${userId} and expires_at > ${now}
      order by (
        select coalesce(max(session.expires_at), sign_in.created_at) from session where sign_in_id = sign_in.id
      ) desc, created_at desc
      offset ${keep}::int
    )
  `.execute(tx.getKysely());
}

/** Forgets sessions, sign-ins and counts of attempts whose time is over. */
export async function deleteExpired(em: EntityManager, now: Date): Promise<void> {
  await em.nativeDelete(Session, { expiresAt: { $lte: now } });
  await em.nativeDelete(SignIn, { expiresAt: { $lte: now } });
  await em.nativeDelete(AttemptCount, { endsAt: { $lte: now } });
}
