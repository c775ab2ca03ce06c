import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { findTrackedStock } from '../../watch-list/find-tracked-stock.ts';
import type { barsInput } from '../schemas.ts';
import { exchangeDate, readBars } from './read-bars.ts';

/**
 * Lists the price bars of a tracked stock, oldest first.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function getBars(ctx: UserContext, input: z.output<typeof barsInput>) {
  const stock = await findTrackedStock(ctx, input.symbol);
  const key = [stock, exchangeDate(ctx, stock, input.interval), input];
  return ctx.cached(key, () => readBars(ctx, stock, input));
}
