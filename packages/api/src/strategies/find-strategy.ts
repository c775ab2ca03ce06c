import { type EntityManager, type Strategy, strategyRepository } from '@stockbook/db';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';

/** @throws AppError NOT_FOUND */
export async function findStrategy(em: EntityManager, userId: string, id: string): Promise<Strategy> {
  const strategy = isUuid(id) ? await strategyRepository.findOfUser(em, userId, id) : null;
  if (!strategy) throw notFound('Strategy');
  return strategy;
}

/**
 * Like `findStrategy`; the strategy can be neither changed nor deleted until the transaction ends.
 * @throws AppError NOT_FOUND
 */
export async function lockStrategy(tx: EntityManager, userId: string, id: string): Promise<Strategy> {
  const strategy = isUuid(id) ? await strategyRepository.lockOfUser(tx, userId, id) : null;
  if (!strategy) throw notFound('Strategy');
  return strategy;
}
