import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { SecurityEvent, type SecurityEventKind } from '../../entities/accounts.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { Page } from '../page.ts';

export interface NewSecurityEvent
  extends Pick<
    SecurityEvent,
    'at' | 'kind' | 'address' | 'client' | 'sessionId' | 'tokenId' | 'requestId' | 'details'
  > {
  readonly userId: string | null;
  /** Events with the same key share a row; null for an event with a row of its own. */
  readonly repeatKey: string | null;
  readonly isNotice: boolean;
}

/** Stores an event, or counts it in the row of an equal one. */
export async function add(em: EntityManager, event: NewSecurityEvent): Promise<void> {
  const { at, kind, userId, address, client, sessionId, tokenId, requestId, repeatKey, isNotice } = event;
  const details = event.details === null ? null : JSON.stringify(event.details);
  // The account may have been deleted since it was read.
  await sql`
    insert into security_event as event
      (id, at, user_id, kind, address, client, session_id, token_id, request_id, details, repeat_key, is_notice)
    values (
      ${randomUUID()}, ${at}, (select id from user_account where id = ${userId}), ${kind}, ${address}, ${client},
      ${sessionId}, ${tokenId}, ${requestId}, ${details}, ${repeatKey}, ${isNotice}
    )
    on conflict (repeat_key) do update set count = event.count + 1
  `.execute(em.getKysely());
}

export interface EventFilter extends Page {
  readonly since?: Date | undefined;
}

/** A page of a user's events, newest first, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset, since }: EventFilter,
): Promise<[SecurityEvent[], number]> {
  return em.findAndCount(
    SecurityEvent,
    { user: userId, ...(since ? { at: { $gte: since } } : {}) },
    { orderBy: { at: 'desc', id: 'desc' }, limit, offset },
  );
}

/** The newest events of one user, or of all, newest first. */
export function list(
  em: EntityManager,
  { userId, since, limit }: { userId?: string | undefined; since?: Date | undefined; limit: number },
): Promise<SecurityEvent[]> {
  return em.find(
    SecurityEvent,
    { ...(userId === undefined ? {} : { user: userId }), ...(since ? { at: { $gte: since } } : {}) },
    { orderBy: { at: 'desc', id: 'desc' }, limit, populate: ['user'] },
  );
}

/** The notices of a user that were not dismissed, except for that of the session, newest first. */
export function listNotices(em: EntityManager, userId: string, sessionId: string): Promise<SecurityEvent[]> {
  return em.find(
    SecurityEvent,
    { user: userId, isNotice: true, $or: [{ sessionId: null }, { sessionId: { $ne: sessionId } }] },
    { orderBy: { at: 'desc', id: 'desc' } },
  );
}

/** @returns whether there was such a notice */
export async function dismissNotice(em: EntityManager, userId: string, id: string): Promise<boolean> {
  const dismissed = await em.nativeUpdate(
    SecurityEvent,
    { id, user: userId, isNotice: true },
    { isNotice: false },
  );
  return dismissed > 0;
}

/** Whether a user has signed in from this address with this client. */
export async function hasSignedInFrom(
  em: EntityManager,
  userId: string,
  { address, client }: { address: string; client: string },
): Promise<boolean> {
  const kind = { $in: ['signed_up', 'signed_in'] satisfies SecurityEventKind[] };
  return (await em.count(SecurityEvent, { user: userId, kind, address, client })) > 0;
}

/** @returns how many were deleted */
export function deleteBefore(em: EntityManager, before: Date): Promise<number> {
  return deleteInBatches(em, 'security_event', sql`at < ${before}`);
}
