import type { EntityManager } from '@mikro-orm/postgresql';
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

/** Ends a sign-in: its refresh token and all its access tokens go with it. */
export async function end(em: EntityManager, id: string): Promise<void> {
  await em.nativeDelete(SignIn, { id });
}

export async function endAllOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.nativeDelete(SignIn, { user: userId });
}

export async function deleteExpired(em: EntityManager, now: Date): Promise<void> {
  await em.nativeDelete(Session, { expiresAt: { $lte: now } });
  await em.nativeDelete(SignIn, { expiresAt: { $lte: now } });
}
