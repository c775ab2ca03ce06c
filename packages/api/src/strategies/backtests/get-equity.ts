import { backtestRepository, type EntityManager } from '@stockbook/db';
import { dateOfDay } from '@stockbook/rules/simulate';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError, notFound } from '../../errors.ts';
import { findBacktest } from './find-backtest.ts';
import type { EquityCurve, equityInput } from './schemas.ts';

/**
 * Returns the equity of a backtest of the caller on one stock, at every bar of the run.
 * @throws AppError NOT_FOUND, BAD_REQUEST without a symbol if the run has several stocks
 */
export async function getEquity(
  { em, user }: UserContext,
  { backtestId, symbol: requested }: z.output<typeof equityInput>,
): Promise<EquityCurve> {
  await findBacktest(em, user.id, backtestId);
  const symbol = requested ?? (await onlySymbol(em, backtestId));
  const result = await backtestRepository.readEquity(em, backtestId, symbol);
  if (!result) throw notFound('Stock');
  const { days, equity, buyAndHold } = result;
  return {
    symbol,
    equity: Array.from(days, (day, bar) => ({
      date: dateOfDay(day),
      equity: equity[bar] ?? 0,
      buy_and_hold: buyAndHold[bar] ?? 0,
    })),
  };
}

async function onlySymbol(em: EntityManager, backtestId: string): Promise<string> {
  const [first, ...others] = await backtestRepository.listResults(em, backtestId);
  if (!first) throw notFound('Stock');
  if (others.length === 0) return first.symbol;
  throw fieldError('symbol', `The run has ${others.length + 1} stocks: name one by symbol`);
}
