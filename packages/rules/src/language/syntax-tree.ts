/** Columns of a bar that a rule can read by name. */
export const seriesNames = ['open', 'high', 'low', 'close', 'volume'] as const;
export type SeriesName = (typeof seriesNames)[number];

/** In any case. */
export const isSeriesName = (name: string) => seriesNames.some((series) => series === name.toLowerCase());

export const comparisonOperators = [
  '>',
  '>=',
  '<',
  '<=',
  'crosses above',
  'crosses below',
  'crosses',
] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];

export type ArithmeticOperator = '+' | '-' | '*' | '/';

export interface Call {
  readonly type: 'call';
  /** The function in the catalogue's spelling: "RSI". */
  readonly function: string;
  /** The values of all parameters, in the catalogue's order. */
  readonly parameters: readonly number[];
  /** The values that the function reads instead of the columns of the bars; null for the columns. */
  readonly input: Expression | null;
  /** The name of the output; null for the principal one. */
  readonly output: string | null;
}

/** A value per bar. */
export type Expression =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'series'; readonly name: SeriesName }
  | Call
  /** The value of `operand` so many bars earlier: at least 1. */
  | { readonly type: 'shift'; readonly operand: Expression; readonly bars: number }
  | { readonly type: 'negation'; readonly operand: Expression }
  | {
      readonly type: 'arithmetic';
      readonly operator: ArithmeticOperator;
      readonly left: Expression;
      readonly right: Expression;
    };

export interface Comparison {
  readonly type: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `price touches level`. */
interface Touch {
  readonly type: 'touch';
  readonly level: Expression;
}

/** A yes/no question about a bar. Numbers, names and structure only: positions in the text are not part of it. */
export type Rule =
  | Comparison
  | Touch
  /** At least two conditions, none of them of the same type. */
  | { readonly type: 'and' | 'or'; readonly conditions: readonly Rule[] }
  /** `isGrouped`: the condition is written in parentheses, which stay; always true for `and` and `or`. */
  | { readonly type: 'not'; readonly condition: Rule; readonly isGrouped: boolean };

/** Joins conditions; a condition of the same type is replaced by its own conditions. */
export function joinConditions(type: 'and' | 'or', conditions: readonly Rule[]): Rule {
  return {
    type,
    conditions: conditions.flatMap((condition) =>
      condition.type === type ? condition.conditions : [condition],
    ),
  };
}

export function negateCondition(condition: Rule, isGrouped: boolean): Rule {
  return {
    type: 'not',
    condition,
    isGrouped: isGrouped || condition.type === 'and' || condition.type === 'or',
  };
}

/** A minus sign before a number is part of the number. */
export function negateExpression(operand: Expression): Expression {
  return operand.type === 'number' && !isNegative(operand.value)
    ? { type: 'number', value: -operand.value }
    : { type: 'negation', operand };
}

/** Offsets add up: `x[1][2]` is `x[3]`, and `x[0]` is `x`. */
export function shiftExpression(operand: Expression, bars: number): Expression {
  if (bars === 0) return operand;
  return operand.type === 'shift'
    ? { type: 'shift', operand: operand.operand, bars: operand.bars + bars }
    : { type: 'shift', operand, bars };
}

/** Whether the number is written with a minus sign: also -0. */
export const isNegative = (value: number) => value < 0 || Object.is(value, -0);
