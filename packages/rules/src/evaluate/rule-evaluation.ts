import type { Comparison } from '../language/index.ts';
import { type OperandValues, operandsOf, printExpression, type Rule } from '../language/index.ts';
import type { BarColumns } from './bar-columns.ts';
import { ExpressionValues } from './expression-values.ts';
import { and, isGreater, isGreaterOrEqual, not, or, type TruthColumn, truth } from './truth.ts';

/**
 * Evaluates rules on the bars of one stock. Rules that are evaluated by the same object share their indicators.
 * A value at a bar depends on that bar and earlier ones only.
 */
export class RuleEvaluation {
  private readonly bars: BarColumns;
  private readonly values: ExpressionValues;

  constructor(bars: BarColumns) {
    this.bars = bars;
    this.values = new ExpressionValues(bars);
  }

  /** The rule's truth on every bar. An unknown rule counts as false, but does not become true on the next bar. */
  truthOf(rule: Rule): TruthColumn {
    switch (rule.type) {
      case 'comparison':
        return this.compare(rule);
      case 'touch':
        return this.touch(this.values.of(rule.level));
      case 'not':
        return this.truthOf(rule.condition).map(not);
      case 'and':
        return this.join(rule.conditions, and);
      case 'or':
        return this.join(rule.conditions, or);
    }
  }

  /** The values of the rule's operands on a bar and on the bar before. */
  operandValues(rule: Rule, bar: number): OperandValues[] {
    return operandsOf(rule).map((operand) => {
      const values = this.values.of(operand);
      return {
        operand: printExpression(operand),
        now: knownOrNull(values[bar]),
        before: knownOrNull(values[bar - 1]),
      };
    });
  }

  private join(conditions: readonly Rule[], operate: (one: number, other: number) => number): TruthColumn {
    return conditions
      .map((condition) => this.truthOf(condition))
      .reduce((joined, column) => joined.map((value, bar) => operate(value, column[bar] ?? truth.unknown)));
  }

  private compare({ operator, left, right }: Comparison): TruthColumn {
    const a = this.values.of(left);
    const b = this.values.of(right);
    switch (operator) {
      case '>':
        return compareColumns(a, b, isGreater);
      case '>=':
        return compareColumns(a, b, isGreaterOrEqual);
      case '<':
        return compareColumns(b, a, isGreater);
      case '<=':
        return compareColumns(b, a, isGreaterOrEqual);
      case 'crosses above':
        return crossesAbove(a, b);
      case 'crosses below':
        return crossesAbove(b, a);
      case 'crosses': {
        const below = crossesAbove(b, a);
        return crossesAbove(a, b).map((value, bar) => or(value, below[bar] ?? truth.unknown));
      }
    }
  }

  /** Whether the level lies within the bar, extended to the close before: a gap through the level counts. */
  private touch(level: Float64Array): TruthColumn {
    const { low, high, close } = this.bars;
    return columnOf(level.length, (bar) => {
      const value = at(level, bar);
      const closeBefore = at(close, bar - 1);
      const lowest = Math.min(at(low, bar), closeBefore);
      const highest = Math.max(at(high, bar), closeBefore);
      return and(isGreaterOrEqual(value, lowest), isGreaterOrEqual(highest, value));
    });
  }
}

/** A loop: `Uint8Array.from` takes several times as long. */
function columnOf(barCount: number, truthAt: (bar: number) => number): TruthColumn {
  const column = new Uint8Array(barCount);
  for (let bar = 0; bar < barCount; bar++) column[bar] = truthAt(bar);
  return column;
}

/** NaN before the first bar. */
const at = (values: Float64Array, bar: number) => values[bar] ?? Number.NaN;

type Compare = (left: number, right: number) => number;

function compareColumns(left: Float64Array, right: Float64Array, compare: Compare): TruthColumn {
  return columnOf(left.length, (bar) => compare(at(left, bar), at(right, bar)));
}

/** Above the line now, and not above it on the bar before. */
function crossesAbove(values: Float64Array, line: Float64Array): TruthColumn {
  return columnOf(values.length, (bar) =>
    and(isGreater(at(values, bar), at(line, bar)), isGreaterOrEqual(at(line, bar - 1), at(values, bar - 1))),
  );
}

const knownOrNull = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? null : value;
