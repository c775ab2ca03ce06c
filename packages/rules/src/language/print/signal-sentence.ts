import type { Catalogue } from '../catalogue.ts';
import type { ComparisonOperator, Rule } from '../syntax-tree.ts';
import { unitOf } from '../unit.ts';
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
 * @param date and `close` formatted, because the currency belongs to the stock
 * @param values of the rule's operands
 * @param priceDecimals of those that are prices
 */
export function signalSentence(
  rule: Rule,
  catalogue: Catalogue,
  {
    symbol,
    date,
    close,
    values,
    priceDecimals,
  }: {
    symbol: string;
    date: string;
    close: string;
    values: readonly OperandValues[];
    priceDecimals: number;
  },
): string {
  const change = describeChange(rule, catalogue, values, priceDecimals);
  return `${symbol}: ${describePast(rule)} at the close of ${date}${change}. Close ${close}.`;
}

/** Of a single comparison only, and of its first operand that is not a number. */
function describeChange(
  rule: Rule,
  catalogue: Catalogue,
  values: readonly OperandValues[],
  priceDecimals: number,
): string {
  if (rule.type !== 'comparison') return '';
  const operand = operandsOf(rule).find(({ type }) => type !== 'number');
  const found = operand && values.find((value) => value.operand === printExpression(operand));
  if (!found || found.now === null) return '';
  const isPrice = unitOf(operand, catalogue) === 'price';
  const format = (value: number) =>
    new Intl.NumberFormat('en', digitsFor(Math.abs(value), isPrice ? priceDecimals : null)).format(value);
  return found.before === null
    ? ` (${format(found.now)})`
    : ` (${format(found.now)} after ${format(found.before)})`;
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
