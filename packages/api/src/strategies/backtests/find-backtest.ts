import { type BacktestRow, backtestRepository, type EntityManager } from '@stockbook/db';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';

/** @throws AppError NOT_FOUND */
export async function findBacktest(em: EntityManager, userId: string, id: string): Promise<BacktestRow> {
  const backtest = isUuid(id) && (await backtestRepository.findOfUser(em, userId, id));
  if (!backtest) throw notFound('Backtest');
  return backtest;
}
