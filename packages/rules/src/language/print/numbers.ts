import { type Catalogue, requireFunction } from '../catalogue.ts';
import { maxOffset } from '../limits.ts';
import {
  type Call,
  type Expression,
  joinConditions,
  negateCondition,
  negateExpression,
  type Rule,
  shiftExpression,
} from '../syntax-tree.ts';
import { comparisonVerbs, describeExpression } from './describe.ts';

/** A number of a rule, and the values it may take. */
export interface RuleNumber {
  readonly value: number;
  /** The setting, for people: "timeperiod of RSI", "RSI (14) crosses above". */
  readonly label: string;
  /** Null if there is no bound. */
  readonly min: number | null;
  readonly max: number | null;
  readonly isWhole: boolean;
}

/** The numbers of a rule in the order of its canonical text, from left to right. */
export function numbersOf(rule: Rule, catalogue: Catalogue): RuleNumber[] {
  const numbers: RuleNumber[] = [];
  mapRule(rule, catalogue, (number) => {
    numbers.push(number);
    return number.value;
  });
  return numbers;
}

/**
 * Replaces numbers by their index in `numbersOf`. Does not check bounds.
 * @param values the new values by index
 */
export function replaceNumbers(rule: Rule, catalogue: Catalogue, values: ReadonlyMap<number, number>): Rule {
  let index = 0;
  return mapRule(rule, catalogue, ({ value }) => values.get(index++) ?? value);
}

type Replace = (number: RuleNumber) => number;

/** Rebuilds a rule with other numbers. Visits them in the order in which `printRule` writes them. */
function mapRule(rule: Rule, catalogue: Catalogue, replace: Replace): Rule {
  switch (rule.type) {
    case 'comparison': {
      const { operator } = rule;
      const leftLabel = `compared with ${describeExpression(rule.right)}`;
      const rightLabel = `${describeExpression(rule.left)} ${comparisonVerbs[operator]}`;
      const left = mapSide(rule.left, leftLabel, catalogue, replace);
      const right = mapSide(rule.right, rightLabel, catalogue, replace);
      return { type: 'comparison', operator, left, right };
    }
    case 'touch':
      return { type: 'touch', level: mapSide(rule.level, 'price touches', catalogue, replace) };
    case 'not':
      return negateCondition(mapRule(rule.condition, catalogue, replace), rule.isGrouped);
    case 'and':
    case 'or':
      return joinConditions(
        rule.type,
        rule.conditions.map((condition) => mapRule(condition, catalogue, replace)),
      );
  }
}

/** @param label of the side if it is a number alone */
function mapSide(side: Expression, label: string, catalogue: Catalogue, replace: Replace): Expression {
  const constantLabel = side.type === 'number' ? label : `number in "${describeExpression(side)}"`;
  const map = (expression: Expression): Expression => {
    switch (expression.type) {
      case 'number': {
        const { value } = expression;
        return {
          type: 'number',
          value: replace({ value, label: constantLabel, min: null, max: null, isWhole: false }),
        };
      }
      case 'series':
        return expression;
      case 'call': {
        const input = expression.input && map(expression.input);
        return { ...expression, input, parameters: mapParameters(expression, catalogue, replace) };
      }
      case 'shift': {
        const operand = map(expression.operand);
        const offsetLabel = `bars ago of ${describeExpression(expression.operand)}`;
        const number = { value: expression.bars, label: offsetLabel, min: 0, max: maxOffset, isWhole: true };
        return shiftExpression(operand, replace(number));
      }
      case 'negation':
        return negateExpression(map(expression.operand));
      case 'arithmetic': {
        const left = map(expression.left);
        return { ...expression, left, right: map(expression.right) };
      }
    }
  };
  return map(side);
}

function mapParameters(call: Call, catalogue: Catalogue, replace: Replace): number[] {
  return requireFunction(catalogue, call.function).parameters.map((parameter, index) =>
    replace({
      value: call.parameters[index] ?? parameter.default,
      label: `${parameter.name} of ${call.function}`,
      min: parameter.min,
      max: parameter.max,
      isWhole: parameter.type === 'integer',
    }),
  );
}
