import { minuteMs } from '@stockbook/common/durations';
import type { UserContext } from '../context.ts';
import { spend } from '../quotas/budget.ts';

const maxWritesPerMinute = 60;
const barsPerWrite = 1_000;

const budget = {
  name: 'own prices',
  maximum: maxWritesPerMinute,
  windowMs: minuteMs,
  message: `You have sent own prices ${maxWritesPerMinute} times within a minute`,
};

type WriteContext = Pick<UserContext, 'em' | 'user' | 'services'>;

/**
 * Refuses bars before they are read, which takes long, if a write was refused within the minute.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function assertMayWrite(ctx: WriteContext): Promise<void> {
  return spend(ctx.em, ctx, budget, ctx.user.id, 0);
}

/**
 * Counts a write of bars or actions: a large one as several.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function spendWrite(ctx: WriteContext, bars: number): Promise<void> {
  return spend(ctx.em, ctx, budget, ctx.user.id, Math.max(1, Math.ceil(bars / barsPerWrite)));
}
