import { backtestRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { findStrategy } from '../find-strategy.ts';
import { presentBacktest } from './present-backtest.ts';
import type { backtestList, listBacktestsInput } from './schemas.ts';

/**
 * Lists the backtests of a strategy of the caller, newest first.
 * @throws AppError NOT_FOUND
 */
export async function listBacktests(
  { em, user }: UserContext,
  { strategyId, limit, offset }: z.output<typeof listBacktestsInput>,
): Promise<z.infer<typeof backtestList>> {
  await findStrategy(em, user.id, strategyId);
  const rows = await backtestRepository.listOfStrategy(em, strategyId, { limit, offset });
  const total = await backtestRepository.countOfStrategy(em, strategyId);
  return { backtests: rows.map(presentBacktest), total };
}
