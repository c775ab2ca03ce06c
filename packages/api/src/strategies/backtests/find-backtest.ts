import { type BacktestRow, backtestRepository, type EntityManager } from '@stockbook/db';
import { z } from 'zod';
import { notFound } from '../../errors.ts';

/** @throws AppError NOT_FOUND */
export async function findBacktest(em: EntityManager, userId: string, id: string): Promise<BacktestRow> {
  const backtest = z.uuid().safeParse(id).success && (await backtestRepository.findOfUser(em, userId, id));
  if (!backtest) throw notFound('Backtest');
  return backtest;
}
