import { minuteMs } from '@stockbook/common/durations';
import type { UserContext } from '../context.ts';
import { spend } from '../quotas/budget.ts';

const maxWritesPerMinute = 60;
const barsPerWrite = 1_000;

/**
 * Counts a write of bars or actions: a large one as several.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function spendWrite(ctx: Pick<UserContext, 'em' | 'user' | 'services'>, bars: number): Promise<void> {
  const budget = {
    name: 'own prices',
    maximum: maxWritesPerMinute,
    windowMs: minuteMs,
    message: `You have sent own prices ${maxWritesPerMinute} times within a minute`,
  };
  return spend(ctx.em, ctx, budget, ctx.user.id, Math.max(1, Math.ceil(bars / barsPerWrite)));
}
