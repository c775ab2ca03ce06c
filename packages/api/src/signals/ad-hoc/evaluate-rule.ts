import { minuteMs } from '@stockbook/common/durations';
import { type EvaluationRequest, evaluateInThread, type RuleResult } from '@stockbook/rules';
import type { UserContext } from '../../context.ts';
import { spend } from '../../quotas/budget.ts';

/**
 * Evaluates a rule that was checked before.
 * @param maxDurationMs of calculation
 * @param userId the user who waits: users take turns
 * @returns the result, null if the time did not suffice, and the milliseconds used
 */
export async function evaluateRule(
  bars: EvaluationRequest['bars'],
  rule: EvaluationRequest['rules'][number],
  maxDurationMs: number,
  userId: string,
): Promise<{ result: RuleResult | null; usedMs: number }> {
  const { results, usedMs } = await evaluateInThread({ bars, rules: [rule], maxDurationMs }, userId);
  const [result] = results;
  if (result && !('failure' in result)) return { result, usedMs };
  if (result?.failure === 'late') return { result: null, usedMs };
  throw new Error(`${rule.text}: ${JSON.stringify(result)}`);
}

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
