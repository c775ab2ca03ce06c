import type { EntityManager } from '@mikro-orm/postgresql';
import { PersonalAccessToken } from '../../entities/accounts.ts';
import type { Page } from '../page.ts';

export async function add(
  tx: EntityManager,
  { userId, ...token }: Omit<PersonalAccessToken, 'user'> & { userId: string },
): Promise<void> {
  await tx.insert(PersonalAccessToken, { ...token, user: userId });
}

export async function noteUse(
  em: EntityManager,
  id: string,
  { at, address }: { at: Date; address: string },
): Promise<void> {
  await em.nativeUpdate(PersonalAccessToken, { id }, { lastUsedAt: at, lastUsedAddress: address });
}

/** A page of a user's tokens, newest first, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset }: Page,
): Promise<[PersonalAccessToken[], number]> {
  return em.findAndCount(
    PersonalAccessToken,
    { user: userId },
    {
      orderBy: { createdAt: 'desc', id: 'desc' },
      limit,
      offset,
    },
  );
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(PersonalAccessToken, { user: userId });
}

/** A user's token; null if it belongs to another user. */
export function findOfUser(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<PersonalAccessToken | null> {
  return em.findOne(PersonalAccessToken, { id, user: userId });
}

/** Deletes a user's token. @returns whether it existed */
export async function remove(em: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await em.nativeDelete(PersonalAccessToken, { id, user: userId })) > 0;
}

export function removeAllOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.nativeDelete(PersonalAccessToken, { user: userId });
}
