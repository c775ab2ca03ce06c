import type { EntityManager } from '@mikro-orm/postgresql';
import { Portfolio } from '../entities/portfolio.entity.ts';
import type { Page } from './user-stock.repository.ts';

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
