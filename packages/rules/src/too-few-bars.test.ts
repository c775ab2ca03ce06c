import { expect, it } from 'vitest';
import { describeTooFewBars, readRule } from './index.ts';

it.each([
  ['rsi(14) < 30', 14, 'RSI (14) needs 15 bars, XYZ has 14'],
  ['rsi(14) < 30', 15, null],
  ['close > sma(5) and close > sma(1200)', 1_100, 'SMA (1200) needs 1,200 bars, XYZ has 1,100'],
  ['price touches close[3]', 3, 'close 3 bars ago needs 4 bars, XYZ has 3'],
  ['close > 1', 1, null],
  ['close > 1', 0, 'XYZ has no prices yet'],
])('names the operand of %s that needs most bars, with %i bars', (text, barCount, sentence) => {
  const { rule } = readRule(text);
  expect(rule && describeTooFewBars(rule, 'XYZ', barCount)).toBe(sentence);
});
