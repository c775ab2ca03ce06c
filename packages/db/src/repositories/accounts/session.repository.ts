import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AccessToken, RefreshToken, Session, type SignInMethod } from '../../entities/accounts.ts';
import { NotificationChannel } from '../../entities/notifications.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { Page } from '../page.ts';

export interface FoundRefreshToken {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly rotates: boolean;
  /** When a renewal replaced the token; null if none has. */
  readonly replacedAt: Date | null;
}

export async function add(
  tx: EntityManager,
  {
    userId,
    refreshDigest,
    ...session
  }: Omit<Session, 'user' | 'confirmedBy' | 'rotates'> & { userId: string; refreshDigest: string },
): Promise<void> {
  await tx.insert(Session, { ...session, user: userId });
  await addRefreshToken(tx, session.id, refreshDigest);
}

export async function addRefreshToken(tx: EntityManager, sessionId: string, digest: string): Promise<void> {
  await tx.insert(RefreshToken, { session: sessionId, digest });
}

/**
 * Finds a refresh token, and locks its user and its session until the transaction ends. The user comes first, as in
 * every transaction; locked against deletion only.
 * @param idleSince a session that was last used before has ended
 * @returns null if the token is unknown, or its session has ended
 */
export async function lockByRefreshDigest(
  tx: EntityManager,
  digest: string,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<FoundRefreshToken | null> {
  const db = tx.getKysely();
  await sql`
    select from user_account where id = (
      select user_id from session join refresh_token on session_id = session.id where digest = ${digest}
    ) for key share
  `.execute(db);
  // Read after the lock: a simultaneous renewal may have replaced the token. Separate, because a statement that waits
  // for a lock rereads only the locked row.
  await sql`
    select from session where id = (select session_id from refresh_token where digest = ${digest}) for no key update
  `.execute(db);
  const { rows } = await sql<FoundRefreshToken>`
    select user_id as "userId", session.id as "sessionId", expires_at as "expiresAt", rotates,
      replaced_at as "replacedAt"
    from refresh_token join session on session.id = session_id
    where digest = ${digest} and expires_at > ${now} and last_used_at > ${idleSince}
  `.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { expiresAt, replacedAt } = found;
  return { ...found, expiresAt: new Date(expiresAt), replacedAt: replacedAt && new Date(replacedAt) };
}

/** Replaces a refresh token of a locked session, which from then on rotates. */
export async function replaceRefreshToken(
  tx: EntityManager,
  { sessionId, digest, successor, now }: { sessionId: string; digest: string; successor: string; now: Date },
): Promise<void> {
  await tx.nativeUpdate(RefreshToken, { digest, replacedAt: null }, { replacedAt: now });
  await tx.nativeUpdate(Session, { id: sessionId, rotates: false }, { rotates: true });
  await addRefreshToken(tx, sessionId, successor);
}

/** Records a use, unless one was recorded after `unlessSince`. */
export async function noteUse(
  em: EntityManager,
  id: string,
  { at, address, unlessSince }: { at: Date; address: string; unlessSince: Date },
): Promise<void> {
  await em.nativeUpdate(Session, { id, lastUsedAt: { $lte: unlessSince } }, { lastUsedAt: at, address });
}

/** The session, locked against deletion until the transaction ends; null if it has ended. */
export function lock(tx: EntityManager, id: string): Promise<Session | null> {
  return tx.findOne(Session, { id }, { lockMode: LockMode.PESSIMISTIC_READ });
}

/**
 * Deletes a user's session with all its tokens, and the devices that it registered: the sign-in is ended on purpose.
 * @returns whether it existed
 */
export async function end(tx: EntityManager, userId: string, id: string): Promise<boolean> {
  // First: a device that is being registered holds the session, and is seen by the next statement only.
  await tx.findOne(Session, { id, user: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  await tx.nativeDelete(NotificationChannel, { session: id, user: userId });
  return (await tx.nativeDelete(Session, { id, user: userId })) > 0;
}

/**
 * Deletes all sessions of a user, or all but one, and all devices, or all but that of this session. `tx` must have
 * locked the user's row.
 * @returns the number of sessions
 */
export async function endAllOfUser(tx: EntityManager, userId: string, exceptId?: string): Promise<number> {
  await tx.nativeDelete(NotificationChannel, {
    user: userId,
    kind: 'web_push',
    ...(exceptId === undefined ? {} : { $or: [{ session: null }, { session: { $ne: exceptId } }] }),
  });
  return tx.nativeDelete(Session, {
    user: userId,
    ...(exceptId === undefined ? {} : { id: { $ne: exceptId } }),
  });
}

/** Records that the user confirmed a session. @returns whether it exists */
export async function confirm(em: EntityManager, id: string, at: Date, by: SignInMethod): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update session set confirmed_at = ${at},
      confirmed_by = case
        when ${by} = 'password' and confirmed_by in ('passkey', 'provider') then confirmed_by else ${by}
      end
    where id = ${id}
  `.execute(em.getKysely());
  return numAffectedRows === 1n;
}

/** The second step of a sign-in besides codes: a passkey, the identity provider or a code of the operator. */
export interface StrongProof {
  /** Whether the account has a passkey. */
  readonly hasPasskey: boolean;
  /** Whether the account is connected with the provider that the operator has set. */
  readonly isConnected: boolean;
  /** Whether the session began with it or was confirmed by it. */
  readonly isGiven: boolean;
}

/**
 * @param sessionId null for a credential that is no session
 * @param issuer of the identity provider; null without one. A connection with another one proves nothing any more.
 */
export async function strongProofOf(
  em: EntityManager,
  userId: string,
  { sessionId, issuer }: { sessionId: string | null; issuer: string | null },
): Promise<StrongProof> {
  const { rows } = await sql<StrongProof>`
    select
      exists (select from passkey where user_id = ${userId}) as "hasPasskey",
      exists (select from provider_connection where user_id = ${userId} and issuer = ${issuer}) as "isConnected",
      exists (
        select from session where id = ${sessionId} and (
          begun_by in ('passkey', 'provider', 'operator') or confirmed_by in ('passkey', 'provider')
        )
      ) as "isGiven"
  `.execute(em.getKysely());
  const [proof] = rows;
  return proof ?? { hasPasskey: false, isConnected: false, isGiven: false };
}

/** Deletes the access tokens and refresh tokens of a session. */
export async function removeTokens(tx: EntityManager, id: string): Promise<void> {
  await tx.nativeDelete(AccessToken, { session: id });
  await tx.nativeDelete(RefreshToken, { session: id });
}

/** A page of a user's sessions that have not ended, the last used first, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset }: Page,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<[Session[], number]> {
  return em.findAndCount(
    Session,
    { user: userId, expiresAt: { $gt: now }, lastUsedAt: { $gt: idleSince } },
    { orderBy: { lastUsedAt: 'desc', createdAt: 'desc', id: 'desc' }, limit, offset },
  );
}

/**
 * Deletes all but the `maxSessions` most recently used sessions of a user. Expired sessions are neither counted nor
 * deleted: the clean-up deletes them.
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
      order by last_used_at desc, created_at desc
      offset ${maxSessions}::int
    )
  `.execute(tx.getKysely());
}

/** Deletes expired access tokens, sessions, attempt counters and challenges, and sessions unused since `idleSince`. */
export async function deleteExpired(em: EntityManager, now: Date, idleSince: Date): Promise<void> {
  const hasExpired = sql`expires_at <= ${now}`;
  await deleteInBatches(em, 'access_token', hasExpired);
  await deleteInBatches(em, 'session', hasExpired);
  await deleteInBatches(em, 'session', sql`last_used_at <= ${idleSince}`);
  await deleteInBatches(em, 'attempt_count', sql`ends_at <= ${now}`);
  await deleteInBatches(em, 'passkey_challenge', hasExpired);
}
