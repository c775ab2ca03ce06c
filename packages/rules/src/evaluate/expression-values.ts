import {
  calculateAllowingNonFinite,
  findIndicator,
  type IndicatorResult,
  lookback,
  type OhlcvColumns,
} from '@stockbook/indicators';
import { namedParameters } from '../language/catalogue.ts';
import { type Expression, printExpression, type SeriesName } from '../language/index.ts';
import type { ArithmeticOperator, Call } from '../language/syntax-tree.ts';
import type { BarColumns } from './bar-columns.ts';

/** What an indicator returned, and the bar of its first value; null if there are too few bars. */
type Calculation = { outputs: IndicatorResult['outputs']; firstBar: number } | null;

/**
 * The values of expressions on the bars of one stock, NaN if unknown. Calculates each distinct function, parameters
 * and input once, however many rules and outputs need it.
 */
export class ExpressionValues {
  private readonly bars: BarColumns;
  private readonly barCount: number;
  private readonly plainColumns = new Map<SeriesName, number[]>();
  /** By canonical text, without the output. */
  private readonly calculations = new Map<string, Calculation>();
  /** By canonical text, with the output. */
  private readonly callColumns = new Map<string, Float64Array>();

  constructor(bars: BarColumns) {
    this.bars = bars;
    this.barCount = bars.close.length;
  }

  /**
   * The values on the bars from `from` on and before `to`. The result must not be changed: it may be a part of the bars
   * or of the cache.
   * @param from may be negative: values before the first bar are unknown
   */
  of(expression: Expression, from = 0, to = this.barCount): Float64Array {
    switch (expression.type) {
      case 'number':
        return new Float64Array(to - from).fill(expression.value).fill(Number.NaN, 0, Math.max(0, -from));
      case 'series':
        return range(this.bars[expression.name], from, to);
      case 'call': {
        const text = printExpression(expression);
        return range(
          cached(this.callColumns, text, () => this.ofCall(expression)),
          from,
          to,
        );
      }
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

  private ofCall(call: Call): Float64Array {
    const calculation = cached(this.calculations, printExpression({ ...call, output: null }), () =>
      call.input ? this.calculateOver(this.of(call.input), call) : this.calculateOnBars(call),
    );
    const column = new Float64Array(this.barCount).fill(Number.NaN);
    if (!calculation) return column;
    const { outputs, firstBar } = calculation;
    const output = call.output === null ? outputs[0] : outputs.find(({ name }) => name === call.output);
    if (!output) throw new RangeError(`${call.function} has no output ${call.output}`);
    const { values } = output;
    for (let row = 0; row < values.length; row++) column[firstBar + row] = finiteOrNaN(at(values, row));
    return column;
  }

  private calculateOnBars(call: Call): Calculation {
    const { inputs } = findIndicator(call.function);
    const [firstInput = 'close'] = inputs;
    // Columns that the function does not read only have to be valid.
    const column = (name: SeriesName) => this.plainColumn(inputs.includes(name) ? name : firstInput);
    return calculateColumns(
      call,
      {
        open: column('open'),
        high: column('high'),
        low: column('low'),
        close: column('close'),
        volume: column('volume'),
      },
      0,
    );
  }

  private plainColumn(name: SeriesName): number[] {
    return cached(this.plainColumns, name, () => plainArray(this.bars[name], 0, this.barCount));
  }

  /** From the first known value of the input up to the next unknown one; the rest is unknown. */
  private calculateOver(input: Float64Array, call: Call): Calculation {
    const first = input.findIndex((value) => !Number.isNaN(value));
    if (first === -1) return null;
    const length = input.subarray(first).findIndex(Number.isNaN);
    const close = plainArray(input, first, length === -1 ? input.length : first + length);
    return calculateColumns(call, { open: close, high: close, low: close, close, volume: close }, first);
  }
}

/** @param start the bar to which the first value of the columns belongs */
function calculateColumns(call: Call, columns: OhlcvColumns, start: number): Calculation {
  const definition = findIndicator(call.function);
  const parameters = namedParameters(definition, call.parameters);
  if (columns.close.length <= lookback(definition, parameters)) return null;
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

/** The indicators accept plain arrays only. A loop: `Array.from` takes several times as long. */
function plainArray(values: Float64Array, from: number, to: number): number[] {
  const array: number[] = [];
  for (let index = from; index < to; index++) array.push(values[index] ?? Number.NaN);
  return array;
}

const at = (values: readonly number[], row: number) => values[row] ?? Number.NaN;

const finiteOrNaN = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

function range(values: Float64Array, from: number, to: number): Float64Array {
  if (from >= 0) return values.subarray(from, to);
  const result = new Float64Array(to - from).fill(Number.NaN);
  if (to > 0) result.set(values.subarray(0, to), -from);
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
  return left.map((value, bar) => finiteOrNaN(operate(value, right[bar] ?? Number.NaN)));
}
