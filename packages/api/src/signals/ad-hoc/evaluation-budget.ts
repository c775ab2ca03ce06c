import type { UserContext } from '../../context.ts';
import { minuteMs } from '../../durations.ts';
import { spend } from '../../quotas/budget.ts';

/** Of each kind. */
const maximum = 30;

const done = { preview: 'previewed rules', screen: 'screened a list' };

/**
 * Counts a preview or a screen of the caller, across all processes. Invalid requests count, too.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function spendEvaluation(ctx: UserContext, kind: keyof typeof done): Promise<void> {
  const message = `You have ${done[kind]} ${maximum} times within a minute`;
  return spend(ctx.em, ctx, { name: `rule ${kind}`, maximum, windowMs: minuteMs, message });
}
