import type { EntityManager } from '@mikro-orm/postgresql';
import { Portfolio } from '../entities/portfolio.entity.ts';
import type { Page } from './user-stock.repository.ts';

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(Portfolio, { user: userId });
}

/** Deletes a portfolio of a user. @returns whether there was one */
export async function remove(em: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await em.nativeDelete(Portfolio, { id, user: userId })) > 0;
}

/** A user's portfolios, newest first, and how many there are in all. */
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
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    },
  );
}
