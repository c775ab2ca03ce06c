import type { RuleFailure, RuleResult } from '@stockbook/rules';
import { AppError } from '../../errors.ts';

/**
 * The result of a rule that was checked before.
 * @throws AppError SERVICE_UNAVAILABLE if the evaluation took too long
 */
export function assertEvaluated(evaluated: RuleResult | RuleFailure | undefined): RuleResult {
  if (evaluated && !('failure' in evaluated)) return evaluated;
  throw new AppError('SERVICE_UNAVAILABLE', 'Evaluating the rule took too long. Simplify it, or try again');
}
