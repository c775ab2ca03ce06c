import type { Catalogue } from '../catalogue.ts';
import type { ComparisonOperator, Rule } from '../syntax-tree.ts';
import { unitOf } from '../unit.ts';
import { isConstant } from './constants.ts';
import { describeExpression, describeRule } from './describe.ts';
import { operandsOf } from './operands.ts';
import { printExpression } from './print.ts';

/** The value of an operand on a bar and on the bar before; null if it is unknown. */
export interface OperandValues {
  /** Canonical text. */
  readonly operand: string;
  readonly now: number | null;
  readonly before: number | null;
}

const past: Readonly<Record<ComparisonOperator, string>> = {
  '>': 'was above',
  '>=': 'was at or above',
  '<': 'was below',
  '<=': 'was at or below',
  'crosses above': 'crossed above',
  'crosses below': 'crossed below',
  crosses: 'crossed',
};

/** The event of a bar on which the rule became true: "RSI (14) crossed above 30". */
export function describePast(rule: Rule): string {
  switch (rule.type) {
    case 'comparison':
      return `${describeExpression(rule.left)} ${past[rule.operator]} ${describeExpression(rule.right)}`;
    case 'touch':
      return `price touched ${describeExpression(rule.level)}`;
    default:
      return `became true: ${describeRule(rule)}`;
  }
}

/**
 * The text of a signal, for example `AAPL: RSI (14) crossed above 30 at the close of Nov 20, 2026 (31.2 after 28.9).
 * Close $187.40.`
 * @param name that a person gave the rule, which then stands first; null for none
 * @param date and `close` formatted, because the currency belongs to the stock
 * @param values of the rule's operands
 * @param priceDecimals of those that are prices
 */
export function signalSentence(
  rule: Rule,
  catalogue: Catalogue,
  {
    name,
    symbol,
    date,
    close,
    values,
    priceDecimals,
  }: {
    name: string | null;
    symbol: string;
    date: string;
    close: string;
    values: readonly OperandValues[];
    priceDecimals: number;
  },
): string {
  const change = describeChange(rule, catalogue, values, priceDecimals);
  const start = name === null ? symbol : `${name}: ${symbol}`;
  return `${start}: ${describePast(rule)} at the close of ${date}${change}. Close ${close}.`;
}

/** The values of the sides that are no constants, on the bar and on the bar before; of a single comparison only. */
function describeChange(
  rule: Rule,
  catalogue: Catalogue,
  values: readonly OperandValues[],
  priceDecimals: number,
): string {
  if (rule.type !== 'comparison') return '';
  const [one, other] = operandsOf(rule)
    .filter((operand) => !isConstant(operand))
    .map((operand) => {
      const found = values.find((value) => value.operand === printExpression(operand));
      const isPrice = unitOf(operand, catalogue) === 'price';
      return { ...found, decimals: isPrice ? priceDecimals : null };
    });
  if (!one) return '';
  const [now, before] = (['now', 'before'] as const).map((bar) => {
    const value = formatted(one[bar], one.decimals);
    if (!other || value === null) return value;
    const otherValue = formatted(other[bar], other.decimals);
    return otherValue && `${value} ${relationOf(one[bar] ?? 0, other[bar] ?? 0)} ${otherValue}`;
  });
  if (!now) return '';
  return before ? ` (${now}${other ? ',' : ''} after ${before})` : ` (${now})`;
}

function relationOf(one: number, other: number): string {
  if (one === other) return 'at';
  return one > other ? 'over' : 'under';
}

/** @returns null for an unknown value */
function formatted(value: number | null | undefined, priceDecimals: number | null): string | null {
  if (value === null || value === undefined) return null;
  return new Intl.NumberFormat('en', digitsFor(Math.abs(value), priceDecimals)).format(value);
}

/**
 * Prices with their decimals, large values without decimals, others with about three digits.
 * @param priceDecimals null for a value that is not a price
 */
function digitsFor(size: number, priceDecimals: number | null): Intl.NumberFormatOptions {
  const isPrice = priceDecimals !== null;
  if (size >= 100_000 || (size >= 1_000 && !isPrice)) return { maximumFractionDigits: 0 };
  if (isPrice && size >= 1) {
    return { minimumFractionDigits: priceDecimals, maximumFractionDigits: priceDecimals };
  }
  if (size >= 10) return { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return { maximumSignificantDigits: isPrice ? 4 : 3 };
}
