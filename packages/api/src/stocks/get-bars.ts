import { barRepository, watchListRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Bars, barsInput } from './schemas.ts';

/** Price bars of a tracked stock, oldest first. */
export async function getBars(
  ctx: UserContext,
  { symbol, interval, start_date, end_date }: z.output<typeof barsInput>,
): Promise<Bars> {
  const history = await watchListRepository.findHistory(ctx.em, ctx.user.id, symbol);
  if (!history) throw notFound('Stock');
  const { stockId, currency } = history;
  ctx.freshness.check(JSON.stringify([history, interval, start_date, end_date]));
  const range = { from: start_date, to: end_date };
  const data =
    interval === 'daily'
      ? await barRepository.listDaily(ctx.em, stockId, range)
      : await barRepository.listAggregated(ctx.em, stockId, interval === 'weekly' ? 'week' : 'month', range);
  return { symbol, interval, currency, data };
}
