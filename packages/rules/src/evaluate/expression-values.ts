import {
  calculateAllowingNonFinite,
  checkColumn,
  findIndicator,
  type IndicatorResult,
  indexOfNonFinite,
  lookBack,
  type OhlcvColumns,
} from '@stockbook/indicators';
import { namedParameters } from '../language/catalogue.ts';
import { type Expression, printExpression, type SeriesName } from '../language/index.ts';
import type { ArithmeticOperator, Call } from '../language/syntax-tree.ts';
import type { BarColumns } from './bar-columns.ts';

/** The outputs of an indicator, and the bar of its first value; null if there are too few bars. */
type Calculation = { outputs: IndicatorResult['outputs']; firstBar: number } | null;

/**
 * The values of expressions on the bars of one stock; one that is not finite is unknown. Calculates each distinct
 * function, parameters and input once, however many rules and outputs need it.
 */
export class ExpressionValues {
  readonly #bars: BarColumns;
  readonly #barCount: number;
  readonly #checkedColumns = new Set<SeriesName>();
  /** By canonical text, without the output. */
  readonly #calculations = new Map<string, Calculation>();

  constructor(bars: BarColumns) {
    this.#bars = bars;
    this.#barCount = bars.close.length;
  }

  /**
   * The values on the bars from `from` on and before `to`. The result must not be changed: it may be a part of the bars
   * or of a calculation.
   * @param from may be negative: values before the first bar are unknown
   */
  of(expression: Expression, from = 0, to = this.#barCount): Float64Array {
    switch (expression.type) {
      case 'number':
        return new Float64Array(to - from).fill(expression.value).fill(Number.NaN, 0, Math.max(0, -from));
      case 'series':
        return range(this.#bars[expression.name], from, to);
      case 'call':
        return this.#ofCall(expression, from, to);
      case 'shift':
        return this.of(expression.operand, from - expression.bars, to - expression.bars);
      case 'negation':
        return this.of(expression.operand, from, to).map((value) => -value);
      case 'arithmetic': {
        const { operator, left, right } = expression;
        return combined(operator, this.of(left, from, to), this.of(right, from, to));
      }
    }
  }

  /** Calculates the functions of an expression, each in a step. Afterwards `of` only combines their values. */
  *calculate(expression: Expression): Generator<undefined, void> {
    switch (expression.type) {
      case 'call':
        if (expression.input) yield* this.calculate(expression.input);
        this.#calculationOf(expression);
        yield;
        break;
      case 'shift':
      case 'negation':
        yield* this.calculate(expression.operand);
        break;
      case 'arithmetic':
        yield* this.calculate(expression.left);
        yield* this.calculate(expression.right);
    }
  }

  #calculationOf(call: Call): Calculation {
    return cached(this.#calculations, printExpression({ ...call, output: null }), () =>
      call.input ? this.#calculateOver(this.of(call.input), call) : this.#calculateOnBars(call),
    );
  }

  #ofCall(call: Call, from: number, to: number): Float64Array {
    const calculation = this.#calculationOf(call);
    if (!calculation) return new Float64Array(to - from).fill(Number.NaN);
    const { outputs, firstBar } = calculation;
    const output = call.output === null ? outputs[0] : outputs.find(({ name }) => name === call.output);
    if (!output) throw new RangeError(`${call.function} has no output ${call.output}`);
    return range(output.values, from - firstBar, to - firstBar);
  }

  #calculateOnBars(call: Call): Calculation {
    for (const name of findIndicator(call.function).inputs) {
      if (!this.#checkedColumns.has(name)) checkColumn(name, this.#bars[name]);
      this.#checkedColumns.add(name);
    }
    return calculateColumns(call, this.#bars, 0);
  }

  /** From the first known value of the input up to the next unknown one; the rest is unknown. */
  #calculateOver(input: Float64Array, call: Call): Calculation {
    const first = input.findIndex(Number.isFinite);
    if (first === -1) return null;
    const rest = input.subarray(first);
    const unknown = indexOfNonFinite(rest);
    const close = unknown === -1 ? rest : rest.subarray(0, unknown);
    return calculateColumns(call, { open: close, high: close, low: close, close, volume: close }, first);
  }
}

/** @param start the bar to which the first value of the columns belongs */
function calculateColumns(call: Call, columns: OhlcvColumns, start: number): Calculation {
  const definition = findIndicator(call.function);
  const parameters = namedParameters(definition, call.parameters);
  if (columns.close.length <= lookBack(definition, parameters)) return null;
  const { begin, outputs } = calculateAllowingNonFinite(definition.function, columns, parameters);
  return { outputs, firstBar: start + begin };
}

function cached<Key, Value>(cache: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const created = create();
  cache.set(key, created);
  return created;
}

/** The values from index `from` on and before `to`; NaN outside of the array. */
function range(values: Float64Array, from: number, to: number): Float64Array {
  if (from >= 0 && to <= values.length) return values.subarray(from, to);
  const result = new Float64Array(to - from).fill(Number.NaN);
  const first = Math.max(0, from);
  if (to > first) result.set(values.subarray(first, to), first - from);
  return result;
}

const operations: Readonly<Record<ArithmeticOperator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};

function combined(operator: ArithmeticOperator, left: Float64Array, right: Float64Array): Float64Array {
  const operate = operations[operator];
  return left.map((value, bar) => {
    const other = right[bar] ?? Number.NaN;
    // A number divided by infinity is 0, but must stay unknown.
    return Number.isFinite(other) ? operate(value, other) : Number.NaN;
  });
}
