import { barRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findTrackedStock } from './find-tracked-stock.ts';
import type { Bars, barsInput } from './schemas.ts';

/** Price bars of a tracked stock, oldest first. */
export async function getBars(
  ctx: UserContext,
  { symbol, interval, start_date, end_date }: z.output<typeof barsInput>,
): Promise<Bars> {
  const { stock } = await findTrackedStock(ctx, symbol);
  const range = { from: start_date, to: end_date };
  const data =
    interval === 'daily'
      ? await barRepository.listDaily(ctx.em, stock.id, range)
      : await barRepository.listAggregated(ctx.em, stock.id, interval === 'weekly' ? 'week' : 'month', range);
  return { symbol, interval, currency: stock.currency, data };
}
