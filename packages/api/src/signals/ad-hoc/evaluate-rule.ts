import { type EvaluationRequest, evaluateInThread, type RuleResult } from '@stockbook/rules';

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
