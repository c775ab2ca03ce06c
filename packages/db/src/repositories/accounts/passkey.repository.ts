import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type ChallengePurpose, Passkey, PasskeyChallenge } from '../../entities/passkeys.ts';
import type { Page } from '../page.ts';

/**
 * Stores a passkey. `tx` must have locked the user.
 * @returns false if some account has a passkey with the same credential id
 */
export async function add(
  tx: EntityManager,
  { userId, ...passkey }: Omit<Passkey, 'user'> & { userId: string },
): Promise<boolean> {
  const { affectedRows } = await tx
    .createQueryBuilder(Passkey)
    .insert({ ...passkey, user: userId })
    .onConflict()
    .ignore()
    .execute('run');
  return affectedRows === 1;
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(Passkey, { user: userId });
}

/** A page of a user's passkeys, newest first, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset }: Page,
): Promise<[Passkey[], number]> {
  return em.findAndCount(
    Passkey,
    { user: userId },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset },
  );
}

export function findOfUser(em: EntityManager, userId: string, id: string): Promise<Passkey | null> {
  return em.findOne(Passkey, { id, user: userId }, { refresh: true });
}

/** Finds a passkey of any account by the authenticator's id of it. */
export function findByCredentialId(em: EntityManager, credentialId: string): Promise<Passkey | null> {
  return em.findOne(Passkey, { credentialId });
}

/** The passkey as committed now, locked until the transaction ends; null if it was removed. */
export function lock(tx: EntityManager, id: string): Promise<Passkey | null> {
  return tx.findOne(Passkey, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/** @returns whether the user has such a passkey */
export async function rename(em: EntityManager, userId: string, id: string, name: string): Promise<boolean> {
  return (await em.nativeUpdate(Passkey, { id, user: userId }, { name })) > 0;
}

/** Records a use of a locked passkey. */
export async function noteUse(
  tx: EntityManager,
  id: string,
  use: Pick<Passkey, 'counter' | 'backedUp' | 'lastUsedAt'>,
): Promise<void> {
  await tx.nativeUpdate(Passkey, { id }, use);
}

/** @returns whether the user had such a passkey */
export async function remove(tx: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await tx.nativeDelete(Passkey, { id, user: userId })) > 0;
}

/** @returns how many were removed */
export function removeAllOfUser(tx: EntityManager, userId: string): Promise<number> {
  return tx.nativeDelete(Passkey, { user: userId });
}

export interface NewChallenge {
  readonly digest: string;
  readonly purpose: ChallengePurpose;
  /** Null for signing in. */
  readonly sessionId: string | null;
  readonly expiresAt: Date;
}

/** Stores a challenge, and deletes expired ones, so that anonymous requests cannot fill the table. */
export async function addChallenge(
  em: EntityManager,
  { sessionId, ...challenge }: NewChallenge,
  now: Date,
): Promise<void> {
  await em.nativeDelete(PasskeyChallenge, { expiresAt: { $lte: now } });
  await em.insert(PasskeyChallenge, { ...challenge, session: sessionId });
}

/**
 * Deletes a challenge, whatever it was for: no second answer gets it.
 * @returns the challenge; null if it is unknown or was answered
 */
export async function takeChallenge(em: EntityManager, digest: string): Promise<NewChallenge | null> {
  const { rows } = await sql<NewChallenge>`
    delete from passkey_challenge where digest = ${digest}
    returning digest, purpose, session_id as "sessionId", expires_at as "expiresAt"
  `.execute(em.getKysely());
  const [taken] = rows;
  return taken ? { ...taken, expiresAt: new Date(taken.expiresAt) } : null;
}
