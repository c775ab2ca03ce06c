import { at } from '../column.ts';
import type { Comparison, Expression } from '../language/index.ts';
import { type OperandValues, operandsOf, printExpression, type Rule } from '../language/index.ts';
import type { BarColumns } from './bar-columns.ts';
import { ExpressionValues } from './expression-values.ts';
import { and, isGreater, isGreaterOrEqual, not, or, type TruthColumn, truth } from './truth.ts';

/**
 * Evaluates rules on the bars of one stock. Rules that are evaluated by the same object share their indicators.
 * A value at a bar depends on that bar and earlier ones only.
 */
export class RuleEvaluation {
  readonly #bars: BarColumns;
  readonly #values: ExpressionValues;

  constructor(bars: BarColumns) {
    this.#bars = bars;
    this.#values = new ExpressionValues(bars);
  }

  /**
   * The rule's truth on every bar from bar `from` on. An unknown rule counts as false, but does not become true on the
   * next bar. Indicators are calculated over all bars, comparisons only from `from` on.
   */
  truthOf(rule: Rule, from = 0): TruthColumn {
    switch (rule.type) {
      case 'comparison':
        return this.#compare(rule, from);
      case 'touch':
        return this.#touch(rule.level, from);
      case 'not':
        return this.truthOf(rule.condition, from).map(not);
      case 'and':
        return this.#join(rule.conditions, and, from);
      case 'or':
        return this.#join(rule.conditions, or, from);
    }
  }

  /** Calculates the indicators of a rule, each in a step. Without them, `truthOf` takes milliseconds. */
  *calculate(rule: Rule): Generator<undefined, void> {
    for (const operand of operandsOf(rule)) yield* this.#values.calculate(operand);
  }

  /** The values of the rule's operands on a bar and on the bar before. */
  operandValues(rule: Rule, bar: number): OperandValues[] {
    return operandsOf(rule).map((operand) => {
      const [before, now] = this.#values.of(operand, bar - 1, bar + 1);
      return { operand: printExpression(operand), now: knownOrNull(now), before: knownOrNull(before) };
    });
  }

  #join(
    conditions: readonly Rule[],
    operate: (one: number, other: number) => number,
    from: number,
  ): TruthColumn {
    return conditions
      .map((condition) => this.truthOf(condition, from))
      .reduce((joined, column) => joined.map((value, bar) => operate(value, column[bar] ?? truth.unknown)));
  }

  #compare({ operator, left, right }: Comparison, from: number): TruthColumn {
    switch (operator) {
      case '>':
        return this.#compareValues(left, right, isGreater, from);
      case '>=':
        return this.#compareValues(left, right, isGreaterOrEqual, from);
      case '<':
        return this.#compareValues(right, left, isGreater, from);
      case '<=':
        return this.#compareValues(right, left, isGreaterOrEqual, from);
      case 'crosses above':
        return this.#crossesAbove(left, right, from);
      case 'crosses below':
        return this.#crossesAbove(right, left, from);
      case 'crosses': {
        const below = this.#crossesAbove(right, left, from);
        return this.#crossesAbove(left, right, from).map((value, row) =>
          or(value, below[row] ?? truth.unknown),
        );
      }
    }
  }

  #compareValues(
    left: Expression,
    right: Expression,
    compare: (left: number, right: number) => number,
    from: number,
  ): TruthColumn {
    const a = this.#values.of(left, from);
    const b = this.#values.of(right, from);
    return columnOf(a.length, (row) => compare(at(a, row), at(b, row)));
  }

  /** Above the line now, and not above it on the bar before. */
  #crossesAbove(expression: Expression, line: Expression, from: number): TruthColumn {
    // Row 0 is the bar before `from`.
    const a = this.#values.of(expression, from - 1);
    const b = this.#values.of(line, from - 1);
    return columnOf(a.length - 1, (row) =>
      and(isGreater(at(a, row + 1), at(b, row + 1)), isGreaterOrEqual(at(b, row), at(a, row))),
    );
  }

  /** Whether the level lies within the bar, extended to the close before: a gap through the level counts. */
  #touch(level: Expression, from: number): TruthColumn {
    const levels = this.#values.of(level, from);
    const { low, high, close } = this.#bars;
    return columnOf(levels.length, (row) => {
      const bar = from + row;
      const closeBefore = at(close, bar - 1);
      const lowest = Math.min(at(low, bar), closeBefore);
      const highest = Math.max(at(high, bar), closeBefore);
      return and(isGreaterOrEqual(at(levels, row), lowest), isGreaterOrEqual(highest, at(levels, row)));
    });
  }
}

/** A loop: `Uint8Array.from` takes several times as long. */
function columnOf(length: number, truthAt: (row: number) => number): TruthColumn {
  const column = new Uint8Array(length);
  for (let row = 0; row < length; row++) column[row] = truthAt(row);
  return column;
}

const knownOrNull = (value: number | undefined) =>
  value !== undefined && Number.isFinite(value) ? value : null;
