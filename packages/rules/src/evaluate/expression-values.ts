import {
  calculateAllowingNonFinite,
  findIndicator,
  lookback,
  type OhlcvColumns,
} from '@stockbook/indicators';
import { namedParameters } from '../language/catalogue.ts';
import { type Expression, printExpression } from '../language/index.ts';
import type { ArithmeticOperator, Call } from '../language/syntax-tree.ts';
import type { BarColumns } from './bar-columns.ts';

/** An output of an indicator: by name, one value per bar, NaN if it is unknown. */
type Outputs = ReadonlyMap<string, Float64Array>;

/**
 * The values of expressions on the bars of one stock, NaN if unknown. Calculates each distinct function, parameters
 * and input once, however many rules and outputs ask for it.
 */
export class ExpressionValues {
  private readonly bars: BarColumns;
  private readonly barCount: number;
  private readonly outputsByCall = new Map<string, Outputs>();
  /** The indicators accept plain arrays only. */
  private plainColumns: OhlcvColumns | undefined;

  constructor(bars: BarColumns) {
    this.bars = bars;
    this.barCount = bars.close.length;
  }

  /** The result must not be changed: it may be a column of the bars or of the cache. */
  of(expression: Expression): Float64Array {
    switch (expression.type) {
      case 'number':
        return new Float64Array(this.barCount).fill(expression.value);
      case 'series':
        return this.bars[expression.name];
      case 'call':
        return this.ofCall(expression);
      case 'shift':
        return shifted(this.of(expression.operand), expression.bars);
      case 'negation':
        return this.of(expression.operand).map((value) => -value);
      case 'arithmetic':
        return combined(expression.operator, this.of(expression.left), this.of(expression.right));
    }
  }

  private ofCall(call: Call): Float64Array {
    const key = printExpression({ ...call, output: null });
    let outputs = this.outputsByCall.get(key);
    if (!outputs) {
      outputs = call.input ? this.calculateOver(this.of(call.input), call) : this.calculateOnBars(call);
      this.outputsByCall.set(key, outputs);
    }
    const output = call.output ?? findIndicator(call.function).outputs[0];
    const values = outputs.get(output ?? '');
    if (!values) throw new RangeError(`${call.function} has no output ${output}`);
    return values;
  }

  private calculateOnBars(call: Call): Outputs {
    this.plainColumns ??= {
      open: Array.from(this.bars.open),
      high: Array.from(this.bars.high),
      low: Array.from(this.bars.low),
      close: Array.from(this.bars.close),
      volume: Array.from(this.bars.volume),
    };
    return this.calculate(call, this.plainColumns, 0);
  }

  /** From the first known value of the input up to the next unknown one; the rest is unknown. */
  private calculateOver(input: Float64Array, call: Call): Outputs {
    const first = input.findIndex((value) => !Number.isNaN(value));
    const start = first === -1 ? input.length : first;
    const length = input.subarray(start).findIndex(Number.isNaN);
    const column = Array.from(input.subarray(start, length === -1 ? input.length : start + length));
    // The function reads the close alone; the other columns only have to be valid.
    return this.calculate(
      call,
      { open: column, high: column, low: column, close: column, volume: column },
      start,
    );
  }

  /** @param start the bar to which the first value of the columns belongs */
  private calculate(call: Call, columns: OhlcvColumns, start: number): Outputs {
    const definition = findIndicator(call.function);
    const parameters = namedParameters(definition, call.parameters);
    const unknown = () => new Float64Array(this.barCount).fill(Number.NaN);
    if (columns.close.length <= lookback(definition, parameters)) {
      return new Map(definition.outputs.map((name) => [name, unknown()]));
    }
    const { begin, outputs } = calculateAllowingNonFinite(definition.function, columns, parameters);
    return new Map(
      outputs.map(({ name, values }) => {
        const column = unknown();
        column.set(values, start + begin);
        return [name, column.map(finiteOrNaN)];
      }),
    );
  }
}

const finiteOrNaN = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

function shifted(values: Float64Array, bars: number): Float64Array {
  const result = new Float64Array(values.length).fill(Number.NaN);
  if (bars < values.length) result.set(values.subarray(0, values.length - bars), bars);
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
