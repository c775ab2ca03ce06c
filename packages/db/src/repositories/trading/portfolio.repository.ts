import type { EntityManager } from '@mikro-orm/postgresql';
import { Portfolio } from '../../entities/trading.ts';
import type { Page } from '../page.ts';

export async function add(
  tx: EntityManager,
  { userId, ...portfolio }: Omit<Portfolio, 'user'> & { userId: string },
): Promise<void> {
  await tx.insert(Portfolio, { ...portfolio, user: userId });
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(Portfolio, { user: userId });
}

/** A user's portfolio; null if it belongs to another user. */
export function findOfUser(em: EntityManager, userId: string, id: string): Promise<Portfolio | null> {
  return em.findOne(Portfolio, { id, user: userId });
}

/** Deletes a user's portfolio. @returns whether it existed */
export async function remove(em: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await em.nativeDelete(Portfolio, { id, user: userId })) > 0;
}

/** The number of a user's portfolios of this name: it is not unique. */
export function countNamed(em: EntityManager, userId: string, name: string): Promise<number> {
  return em.count(Portfolio, { user: userId, name });
}

/** A page of a user's portfolios, newest first, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset }: Page,
): Promise<[Portfolio[], number]> {
  return em.findAndCount(
    Portfolio,
    { user: userId },
    {
      orderBy: { createdAt: 'desc', id: 'desc' },
      limit,
      offset,
    },
  );
}
