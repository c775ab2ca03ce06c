import type { ComparisonOperator, Expression, Rule } from '../syntax-tree.ts';
import { groupedDigits, plainDigits } from './format-number.ts';

/** "is above" and so on. */
export const comparisonVerbs: Readonly<Record<ComparisonOperator, string>> = {
  '>': 'is above',
  '>=': 'is at or above',
  '<': 'is below',
  '<=': 'is at or below',
  'crosses above': 'crosses above',
  'crosses below': 'crosses below',
  crosses: 'crosses',
};

const negated: Readonly<Record<ComparisonOperator, string>> = {
  '>': 'is not above',
  '>=': 'is not at or above',
  '<': 'is not below',
  '<=': 'is not at or below',
  'crosses above': 'does not cross above',
  'crosses below': 'does not cross below',
  crosses: 'does not cross',
};

/** The rule as a sentence for people, without a full stop: "RSI (14) crosses above 30". */
export function describeRule(rule: Rule): string {
  switch (rule.type) {
    case 'comparison':
      return describeSides(rule.left, comparisonVerbs[rule.operator], rule.right);
    case 'touch':
      return `price touches ${describeExpression(rule.level)}`;
    case 'not':
      return describeNegation(rule.condition);
    case 'and':
      return rule.conditions
        .map((condition) =>
          condition.type === 'or' ? `(${describeRule(condition)})` : describeRule(condition),
        )
        .join(' and ');
    case 'or':
      return rule.conditions.map(describeRule).join(' or ');
  }
}

function describeNegation(condition: Rule): string {
  switch (condition.type) {
    case 'comparison':
      return describeSides(condition.left, negated[condition.operator], condition.right);
    case 'touch':
      return `price does not touch ${describeExpression(condition.level)}`;
    default:
      return `not (${describeRule(condition)})`;
  }
}

const describeSides = (left: Expression, verb: string, right: Expression) =>
  `${describeExpression(left)} ${verb} ${describeExpression(right)}`;

/** "SMA (20) of volume", "MACD (12, 26, 9) macdsignal", "close 2 bars ago". */
export function describeExpression(expression: Expression): string {
  switch (expression.type) {
    case 'number':
      return groupedDigits(expression.value);
    case 'series':
      return expression.name;
    case 'call': {
      const parameters = expression.parameters.map(plainDigits).join(', ');
      return [
        expression.function,
        ...(parameters === '' ? [] : [`(${parameters})`]),
        ...(expression.output === null ? [] : [expression.output]),
        ...(expression.input === null ? [] : ['of', describePart(expression.input)]),
      ].join(' ');
    }
    case 'shift': {
      const bars = expression.bars === 1 ? '1 bar' : `${expression.bars} bars`;
      return `${describePart(expression.operand)} ${bars} ago`;
    }
    case 'negation':
      return `-${describePart(expression.operand)}`.replace(/^--/, '- -');
    case 'arithmetic': {
      const { operator, left, right } = expression;
      const isProduct = operator === '*' || operator === '/';
      const describeLeft = isProduct ? describePart : describeExpression;
      const describeRight = operator === '+' ? describeExpression : describePart;
      return `${describeLeft(left)} ${operator === '*' ? '×' : operator} ${describeRight(right)}`;
    }
  }
}

/** In parentheses if it consists of several parts. */
function describePart(expression: Expression): string {
  const text = describeExpression(expression);
  return expression.type === 'arithmetic' ? `(${text})` : text;
}
