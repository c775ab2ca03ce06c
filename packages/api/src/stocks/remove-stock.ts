import { watchListRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findTrackedStock } from './find-tracked-stock.ts';
import type { stockInput } from './schemas.ts';

/** Stops tracking a stock: link, notes and indicators go, the shared price history stays. */
export async function removeStock(ctx: UserContext, { symbol }: z.output<typeof stockInput>) {
  const { stock } = await findTrackedStock(ctx, symbol);
  await watchListRepository.unlink(ctx.em, ctx.user.id, stock.id);
  return { message: `${stock.symbol} was removed from your watch list` };
}
