import { type EntityManager, type Strategy, strategyRepository } from '@stockbook/db';
import { z } from 'zod';
import { notFound } from '../errors.ts';

/** Whether a text can be the id of a row: PostgreSQL rejects the others. */
const isId = (id: string) => z.uuid().safeParse(id).success;

/** @throws AppError NOT_FOUND */
export async function findStrategy(em: EntityManager, userId: string, id: string): Promise<Strategy> {
  const strategy = isId(id) ? await strategyRepository.findOfUser(em, userId, id) : null;
  if (!strategy) throw notFound('Strategy');
  return strategy;
}

/**
 * Like `findStrategy`; the strategy can be neither changed nor deleted until the transaction ends.
 * @throws AppError NOT_FOUND
 */
export async function lockStrategy(tx: EntityManager, userId: string, id: string): Promise<Strategy> {
  const strategy = isId(id) ? await strategyRepository.lockOfUser(tx, userId, id) : null;
  if (!strategy) throw notFound('Strategy');
  return strategy;
}
