import { type Rule, readRule } from '@stockbook/rules';
import { AppError } from '../errors.ts';

/**
 * Reads the text of a rule in a field of a request.
 * @throws AppError BAD_REQUEST with the position of each error
 */
export function readCondition(field: string, text: string): Rule {
  const { rule, errors } = readRule(text);
  if (rule) return rule;
  throw new AppError('BAD_REQUEST', errors[0]?.message ?? 'The rule is not valid', {
    details: errors.map(({ message, offset, length }) => ({ field, message, offset, length })),
  });
}
