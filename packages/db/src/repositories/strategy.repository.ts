import type { EntityManager } from '@mikro-orm/postgresql';
import { Strategy } from '../entities/strategy.entity.ts';
import type { Page } from './user-stock.repository.ts';

/** A user's strategies, newest first, and how many there are in all. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset }: Page,
): Promise<[Strategy[], number]> {
  return em.findAndCount(
    Strategy,
    { user: userId },
    {
      orderBy: { createdAt: 'desc', id: 'desc' },
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    },
  );
}
