import { catalogue, lookback } from '@stockbook/indicators';
import { describeExpression, groupedDigits, operandsOf, type Rule } from './language/index.ts';
import { lookBackOfExpression } from './language/look-back.ts';

/**
 * Why a rule cannot be evaluated on a short history: `RSI (14) needs 15 bars, XYZ has 12`.
 * @returns null if there are enough bars
 */
export function describeTooFewBars(rule: Rule, symbol: string, barCount: number): string | null {
  const [longest] = operandsOf(rule)
    .map((operand) => ({ operand, lookBack: lookBackOfExpression(operand, catalogue, lookback) }))
    .sort((one, other) => other.lookBack - one.lookBack);
  if (!longest || barCount > longest.lookBack) return null;
  if (barCount === 0) return `${symbol} has no prices yet`;
  const needed = longest.lookBack + 1;
  return `${describeExpression(longest.operand)} needs ${groupedDigits(needed)} bars, ${symbol} has ${groupedDigits(barCount)}`;
}
