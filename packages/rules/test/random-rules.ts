import { catalogue, type IndicatorDefinition, type IndicatorParameter } from '@stockbook/indicators';
import fc from 'fast-check';
import { takesInput } from '../src/language/catalogue.ts';
import type { Expression, Rule } from '../src/language/index.ts';
import {
  type ArithmeticOperator,
  comparisonOperators,
  joinConditions,
  negateCondition,
  negateExpression,
  seriesNames,
  shiftExpression,
} from '../src/language/syntax-tree.ts';

/** With few digits, so that rules stay below the maximum length. */
const decimal = (max: number) => fc.integer({ min: -max * 100, max: max * 100 }).map((cents) => cents / 100);

const constant = fc
  .oneof(
    { weight: 4, arbitrary: fc.integer({ min: -200, max: 200 }) },
    { weight: 2, arbitrary: decimal(1_000) },
    { weight: 1, arbitrary: fc.constantFrom(0, -0, 1e21, 1e-7, -123456.789) },
  )
  .map((value): Expression => ({ type: 'number', value }));
const series = fc.constantFrom(...seriesNames).map((name): Expression => ({ type: 'series', name }));

function parameterValue({ type, min, max }: IndicatorParameter): fc.Arbitrary<number> {
  return type === 'integer'
    ? fc.integer({ min, max: Math.min(max, min + 12) })
    : decimal(4).map((value) => Math.min(Math.max(value, min), max));
}

function call(
  { function: name, parameters, outputs }: IndicatorDefinition,
  input: fc.Arbitrary<Expression | null>,
): fc.Arbitrary<Expression> {
  return fc.record({
    type: fc.constant('call' as const),
    function: fc.constant(name),
    parameters: fc.tuple(...parameters.map(parameterValue)),
    input: input.map((value) => (value?.type === 'series' && value.name === 'close' ? null : value)),
    output: fc.constantFrom(null, ...outputs.slice(1)),
  });
}

const plainCall = fc.constantFrom(...catalogue).chain((definition) => call(definition, fc.constant(null)));

const callOver = (input: fc.Arbitrary<Expression>) =>
  fc.constantFrom(...catalogue.filter(takesInput)).chain((definition) => call(definition, input));

/** A number alone would be a parameter, not an input. */
const isNoNumber = ({ type }: Expression) => type !== 'number';

function compound(leaf: fc.Arbitrary<Expression>, depth: number): fc.Arbitrary<Expression> {
  if (depth === 0) return leaf;
  const part = compound(leaf, depth - 1);
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: part.map(negateExpression) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(part, fc.integer({ min: 0, max: 60 }))
        .map(([operand, bars]) => shiftExpression(operand, bars)),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('arithmetic' as const),
        operator: fc.constantFrom<ArithmeticOperator>('+', '-', '*', '/'),
        left: part,
        right: part,
      }),
    },
  );
}

function condition(expression: fc.Arbitrary<Expression>, depth: number): fc.Arbitrary<Rule> {
  const comparison: fc.Arbitrary<Rule> = fc.record({
    type: fc.constant('comparison' as const),
    operator: fc.constantFrom(...comparisonOperators),
    left: expression,
    right: expression,
  });
  const touch: fc.Arbitrary<Rule> = fc.record({ type: fc.constant('touch' as const), level: expression });
  const leaf = fc.oneof({ weight: 5, arbitrary: comparison }, { weight: 1, arbitrary: touch });
  if (depth === 0) return leaf;
  const part = condition(expression, depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    {
      weight: 1,
      arbitrary: fc.tuple(part, fc.boolean()).map(([inner, isGrouped]) => negateCondition(inner, isGrouped)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(part, { minLength: 2, maxLength: 3 }))
        .map(([type, conditions]) => joinConditions(type, conditions)),
    },
  );
}

/** Rules over the whole catalogue, within the limits of the language: at most 12 different calls. */
export const randomRule: fc.Arbitrary<Rule> = fc
  .array(plainCall, { minLength: 1, maxLength: 3 })
  .chain((calls) => {
    const leaf = fc.oneof(series, constant, fc.constantFrom(...calls));
    return fc
      .array(callOver(compound(leaf, 1).filter(isNoNumber)), { minLength: 1, maxLength: 3 })
      .chain((callsOver) => {
        const anyLeaf = fc.oneof(series, constant, fc.constantFrom(...calls, ...callsOver));
        return condition(compound(anyLeaf, 2), 2);
      });
  });
