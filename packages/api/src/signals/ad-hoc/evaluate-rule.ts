import { minuteMs } from '@stockbook/common/durations';
import { type EvaluationRequest, evaluateInThread, type RuleResult } from '@stockbook/rules';
import type { UserContext } from '../../context.ts';
import { spend } from '../../quotas/budget.ts';

/**
 * Evaluates rules that were checked before on the bars of one stock.
 * @param maxDurationMs of calculation
 * @param userId the user who waits: users take turns
 * @param signal of the client: ends the evaluation when it has disconnected
 * @returns a result for each rule, null if the time did not suffice, and the milliseconds used
 */
export async function evaluateRules(
  bars: EvaluationRequest['bars'],
  rules: EvaluationRequest['rules'],
  maxDurationMs: number,
  userId: string,
  signal: AbortSignal,
): Promise<{ results: (RuleResult | null)[]; usedMs: number }> {
  const answer = await evaluateInThread({ bars, rules, maxDurationMs }, userId, signal);
  const results = rules.map(({ text }, index) => {
    const result = answer.results[index];
    if (result && !('failure' in result)) return result;
    if (result?.failure === 'late') return null;
    throw new Error(`${text}: ${JSON.stringify(result)}`);
  });
  return { results, usedMs: answer.usedMs };
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
