import { backtestRepository, type NewBacktestResult } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { findBacktest } from './find-backtest.ts';
import { presentBacktest } from './present-backtest.ts';
import { type Backtest, type BacktestSettings, type backtestInput, backtestResult } from './schemas.ts';

/**
 * Returns a backtest of the caller with its results.
 * @throws AppError NOT_FOUND
 */
export async function getBacktest(
  { em, user }: Pick<UserContext, 'em' | 'user'>,
  { backtestId }: z.output<typeof backtestInput>,
): Promise<Backtest> {
  const backtest = presentBacktest(await findBacktest(em, user.id, backtestId));
  const results = await backtestRepository.listResults(em, backtestId);
  return {
    ...backtest,
    results: results.map((row) => {
      const { startDate, endDate, droppedOrders, ...result } = row;
      return backtestResult.parse({
        ...result,
        start: startDate,
        end: endDate,
        dropped_orders: droppedOrders,
        warnings: [...row.warnings, ...partlyDropped(row, backtest.settings)],
      });
    }),
  };
}

/** Not stored: backtests of earlier versions have no such warning. */
function partlyDropped(
  { droppedOrders, tradeCount }: Pick<NewBacktestResult, 'droppedOrders' | 'tradeCount'>,
  { fractional }: BacktestSettings,
): string[] {
  // Without a trade, the stored warnings name the cash.
  if (droppedOrders === 0 || tradeCount === 0) return [];
  const count = (number: number) => number.toLocaleString('en-US');
  const dropped = `${count(droppedOrders)} of ${count(droppedOrders + tradeCount)} purchases`;
  const sentence = `${dropped} ${droppedOrders === 1 ? 'was' : 'were'} dropped: the cash did not buy one share.`;
  // With fractions of shares, only a fixed commission uses up the cash.
  return [fractional ? sentence : `${sentence} Turn on Fractions of shares.`];
}
