import { catalogue, lookBack } from '@stockbook/indicators';
import { describeExpression, groupedDigits, operandsOf, type Rule } from './language/index.ts';
import { lookBackOfExpression } from './language/look-back.ts';

/** The part of a rule that needs most bars. */
interface Need {
  /** For people. */
  readonly operand: string;
  readonly bars: number;
}

/** A rule over a list is checked for hundreds of stocks. */
const needs = new WeakMap<Rule, Need>();

function needOf(rule: Rule): Need {
  const known = needs.get(rule);
  if (known) return known;
  const [longest] = operandsOf(rule)
    .map((operand) => ({ operand, lookBack: lookBackOfExpression(operand, catalogue, lookBack) }))
    .sort((a, b) => b.lookBack - a.lookBack);
  if (!longest) throw new RangeError('A rule compares at least one operand');
  const need = { operand: describeExpression(longest.operand), bars: longest.lookBack + 1 };
  needs.set(rule, need);
  return need;
}

/**
 * Why a rule cannot be evaluated on a short history: `RSI (14) needs 15 bars, XYZ has 12`.
 * @returns null if there are enough bars
 */
export function describeTooFewBars(rule: Rule, symbol: string, barCount: number): string | null {
  const { operand, bars } = needOf(rule);
  if (barCount >= bars) return null;
  if (barCount === 0) return `${symbol} has no prices yet`;
  return `${operand} needs ${groupedDigits(bars)} bars, ${symbol} has ${groupedDigits(barCount)}`;
}
