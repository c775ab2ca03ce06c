import { type Expression, printExpression, printRule, type Rule, readRule } from '@stockbook/rules';
import { readCondition } from '../read-condition.ts';

/** A column of a screen: a rule, or an expression such as `rsi(14)`. */
export interface ScreenColumn {
  /** Evaluated for the column; that of an expression is true wherever the expression has a value. */
  readonly rule: Rule;
  /** Canonical text of the expression; null for a rule. */
  readonly operand: string | null;
}

/**
 * Reads the text of a column.
 * @throws AppError BAD_REQUEST with the position of each error
 */
export function readColumn(field: string, text: string): ScreenColumn {
  const expression = readRule(text).rule ? null : readExpression(text);
  if (!expression) return { rule: readCondition(field, text), operand: null };
  const operand = printExpression(expression);
  const { rule } = readRule(`${operand} > 0 or not ${operand} > 0`);
  return rule ? { rule, operand } : { rule: readCondition(field, text), operand: null };
}

/** Null for a text that is no expression. */
function readExpression(text: string): Expression | null {
  const { rule } = readRule(`${text} > 0`);
  const isWhole = rule?.type === 'comparison' && printRule(rule) === `${printExpression(rule.left)} > 0`;
  return isWhole ? rule.left : null;
}
