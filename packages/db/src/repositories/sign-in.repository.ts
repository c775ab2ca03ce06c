import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
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
export async function hold(tx: EntityManager, id: string): Promise<boolean> {
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

/** Forgets sessions, sign-ins and counts of attempts whose time is over. */
export async function deleteExpired(em: EntityManager, now: Date): Promise<void> {
  await em.nativeDelete(Session, { expiresAt: { $lte: now } });
  await em.nativeDelete(SignIn, { expiresAt: { $lte: now } });
  await em.nativeDelete(AttemptCount, { endsAt: { $lte: now } });
}
