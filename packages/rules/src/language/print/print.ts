import { type Call, type Expression, isNegative, type Rule } from '../syntax-tree.ts';
import { plainDigits } from './format-number.ts';

/**
 * The canonical text of a rule: lower-case names, all parameters by position, minimal parentheses, single spaces.
 * `parseRule` reads it back as an equal rule.
 */
export function printRule(rule: Rule): string {
  switch (rule.type) {
    case 'comparison':
      return `${printExpression(rule.left)} ${rule.operator} ${printExpression(rule.right)}`;
    case 'touch':
      return `price touches ${printExpression(rule.level)}`;
    case 'not': {
      const condition = printRule(rule.condition);
      return rule.isGrouped ? `not (${condition})` : `not ${condition}`;
    }
    case 'and':
      return rule.conditions
        .map((condition) => (condition.type === 'or' ? `(${printRule(condition)})` : printRule(condition)))
        .join(' and ');
    case 'or':
      return rule.conditions.map(printRule).join(' or ');
  }
}

export function printExpression(expression: Expression): string {
  switch (expression.type) {
    case 'number':
      return plainDigits(expression.value);
    case 'series':
      return expression.name;
    case 'call':
      return printCall(expression);
    case 'shift':
      return `${printOperand(expression.operand, binding.atom)}[${expression.bars}]`;
    case 'negation':
      return `-${printOperand(expression.operand, binding.shift)}`;
    case 'arithmetic': {
      const own = bindingOf(expression);
      const left = printOperand(expression.left, own);
      // Operators of equal strength are grouped from the left, and regrouping changes rounding.
      const right = printOperand(expression.right, own + 1);
      return `${left} ${expression.operator} ${right}`;
    }
  }
}

function printCall({ function: name, parameters, input, output }: Call): string {
  const values = [...(input ? [printExpression(input)] : []), ...parameters.map(plainDigits)];
  const call = `${name.toLowerCase()}(${values.join(', ')})`;
  return output === null ? call : `${call}.${output}`;
}

/** How strongly the parts of an expression hold together. */
const binding = { sum: 1, product: 2, negation: 3, shift: 4, atom: 5 };

function bindingOf(expression: Expression): number {
  switch (expression.type) {
    case 'number':
      return isNegative(expression.value) ? binding.negation : binding.atom;
    case 'series':
    case 'call':
      return binding.atom;
    case 'shift':
      return binding.shift;
    case 'negation':
      return binding.negation;
    case 'arithmetic':
      return expression.operator === '+' || expression.operator === '-' ? binding.sum : binding.product;
  }
}

function printOperand(operand: Expression, minBinding: number): string {
  const text = printExpression(operand);
  return bindingOf(operand) < minBinding ? `(${text})` : text;
}
