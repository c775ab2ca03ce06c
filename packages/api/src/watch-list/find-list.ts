import { type EntityManager, type StockListContent, stockListRepository } from '@stockbook/db';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';

/** @throws AppError NOT_FOUND, the same for an unknown list and for that of another user */
export async function findList(em: EntityManager, userId: string, id: string): Promise<StockListContent> {
  const list = isUuid(id) ? await stockListRepository.findOfUser(em, userId, id) : null;
  if (!list) throw notFound('List');
  return list;
}
