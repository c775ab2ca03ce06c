import type { RuleError } from '@stockbook/rules/language';
import { errorDetails } from '#lib/api/server-error.ts';

/** The errors with positions that the server found in a rule, for example its look-back, which it alone knows. */
export function ruleErrorsOf(error: unknown): RuleError[] {
  const details = errorDetails(error);
  return Array.isArray(details) ? details.filter(isRuleError) : [];
}

function isRuleError(detail: unknown): detail is RuleError {
  return (
    typeof detail === 'object' &&
    detail !== null &&
    'message' in detail &&
    typeof detail.message === 'string' &&
    'offset' in detail &&
    typeof detail.offset === 'number' &&
    'length' in detail &&
    typeof detail.length === 'number'
  );
}
