import { backtestRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { findBacktest } from './find-backtest.ts';
import { presentBacktest } from './present-backtest.ts';
import { type Backtest, type backtestInput, backtestResult } from './schemas.ts';

/**
 * Returns a backtest of the caller with its results.
 * @throws AppError NOT_FOUND
 */
export async function getBacktest(
  { em, user }: Pick<UserContext, 'em' | 'user'>,
  { backtestId }: z.output<typeof backtestInput>,
): Promise<Backtest> {
  const backtest = await findBacktest(em, user.id, backtestId);
  const results = await backtestRepository.listResults(em, backtestId);
  return {
    ...presentBacktest(backtest),
    results: results.map(({ startDate, endDate, droppedOrders, ...result }) =>
      backtestResult.parse({ ...result, start: startDate, end: endDate, dropped_orders: droppedOrders }),
    ),
  };
}
