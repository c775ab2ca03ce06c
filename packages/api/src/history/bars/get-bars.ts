import type { TrackedStock } from '@stockbook/db';
import type { z } from 'zod';
import { cachedRead } from '../../cached-read.ts';
import type { Services, UserContext } from '../../context.ts';
import { findTrackedStock } from '../../watch-list/find-tracked-stock.ts';
import { barsInput } from '../schemas.ts';
import { exchangeDate, readBars } from './read-bars.ts';

type Input = z.output<typeof barsInput>;

function barsKey(services: Pick<Services, 'clock'>, stock: TrackedStock, input: Input) {
  return [stock, exchangeDate(services, stock, input.interval), input];
}

export const cachedBars = cachedRead(
  barsInput,
  ({ symbol }) => ({ symbol, needsRevision: false }),
  ({ stock }, input, services) => stock && barsKey(services, stock, input),
);

/**
 * Lists the price bars of a tracked stock, oldest first.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function getBars(ctx: UserContext, input: Input) {
  const stock = await findTrackedStock(ctx, input.symbol);
  return ctx.cached(barsKey(ctx, stock, input), () => readBars(ctx, stock, input));
}
