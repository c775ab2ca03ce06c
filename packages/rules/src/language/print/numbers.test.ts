import { catalogue } from '@stockbook/indicators';
import { describe, expect, it } from 'vitest';
import { parseRule } from '../parse-rule.ts';
import type { Rule } from '../syntax-tree.ts';
import { numbersOf, replaceNumbers } from './numbers.ts';
import { printRule } from './print.ts';
import { rescaleRule } from './rescale.ts';

function ruleOf(text: string): Rule {
  const { rule, errors } = parseRule(text, catalogue);
  if (!rule) throw new Error(`${text}: ${errors[0]?.message}`);
  return rule;
}

describe('numbersOf', () => {
  it('lists value, label and bounds of each number from left to right', () => {
    expect(numbersOf(ruleOf('rsi(14) crosses above 30'), catalogue)).toEqual([
      { value: 14, label: 'timeperiod of RSI', min: 2, max: 100_000, isWhole: true },
      { value: 30, label: 'RSI (14) crosses above', min: null, max: null, isWhole: false },
    ]);
  });

  it.each([
    ['high > max(high, 55)[1]', [55, 1]],
    ['volume > 1.5 * sma(volume)', [1.5, 20]],
    ['-5 < cci(20) and not macd() < -100', [-5, 20, 12, 26, 9, -100]],
    ['price touches close - 5', [5]],
    ['bbands(ema(5), nbdevdn=-1).lowerband > 1', [5, 20, 2, -1, 1]],
  ])('finds the numbers of %s', (text, values) => {
    expect(numbersOf(ruleOf(text), catalogue).map(({ value }) => value)).toEqual(values);
  });

  it('labels constants by what they are compared with, and offsets by their value', () => {
    const labels = numbersOf(ruleOf('30 < rsi(14)[3] or close + 2 > 5 or price touches 9'), catalogue).map(
      ({ label, min, max }) => [label, min, max],
    );
    expect(labels).toEqual([
      ['compared with RSI (14) 3 bars ago', null, null],
      ['timeperiod of RSI', 2, 100_000],
      ['bars ago of RSI (14)', 0, 250],
      ['number in "close + 2"', null, null],
      ['close + 2 is above', null, null],
      ['price touches', null, null],
    ]);
  });
});

describe('replaceNumbers', () => {
  it.each<[string, [number, number][], string]>([
    ['rsi(14) crosses above 30', [[0, 7]], 'rsi(7) crosses above 30'],
    [
      'rsi(14) crosses above 30',
      [
        [0, 7],
        [1, -5.5],
      ],
      'rsi(7) crosses above -5.5',
    ],
    [
      'close - 5 > close[2]',
      [
        [0, -3],
        [1, 0],
      ],
      'close - -3 > close',
    ],
    [
      'sma(volume, 20) > 1 and (low < 2 or not (low > 3))',
      [
        [3, 30],
        [0, 5],
      ],
      'sma(volume, 5) > 1 and (low < 2 or not (low > 30))',
    ],
  ])('replaces numbers of %s', (text, values, expected) => {
    expect(printRule(replaceNumbers(ruleOf(text), catalogue, new Map(values)))).toBe(expected);
  });
});

describe('rescaleRule', () => {
  it.each<[string, string, [number, number][]]>([
    ['close > 1200', 'close > 120', [[1200, 120]]],
    ['1234.5678 < sma(20)', '123.457 < sma(20)', [[1234.5678, 123.457]]],
    ['price touches 187.5', 'price touches 18.75', [[187.5, 18.75]]],
    [
      'close - 50 > open + -20 or rsi(14) > 30',
      'close - 5 > open + -2 or rsi(14) > 30',
      [
        [50, 5],
        [-20, -2],
      ],
    ],
    ['not (close[1] > -(open - 50))', 'not (close[1] > -(open - 5))', [[50, 5]]],
    [
      'bbands().lowerband < 100 and macd() > 2 and atr(14) > 3',
      'bbands(20, 2, 2).lowerband < 10 and macd(12, 26, 9) > 0.2 and atr(14) > 0.3',
      [
        [100, 10],
        [2, 0.2],
        [3, 0.3],
      ],
    ],
    ['volume > 1000000', 'volume > 10000000', [[1e6, 1e7]]],
    [
      'sma(volume, 20) > 1000 and obv() > 5',
      'sma(volume, 20) > 10000 and obv() > 50',
      [
        [1000, 10_000],
        [5, 50],
      ],
    ],
    [
      'sma(close - 50, 20) > 10',
      'sma(close - 5, 20) > 1',
      [
        [50, 5],
        [10, 1],
      ],
    ],
    // No price or volume, a product or quotient, or both units.
    ['rsi(14) > 30 and sma(rsi(14), 5) > 40', 'rsi(14) > 30 and sma(rsi(14), 5) > 40', []],
    ['close > 1.1 * sma(200)', 'close > 1.1 * sma(200)', []],
    ['close * 2 > 300', 'close * 2 > 300', []],
    ['close / open > 1.05', 'close / open > 1.05', []],
    ['close + volume > 100', 'close + volume > 100', []],
    ['close > 0', 'close > 0', []],
  ])('adapts %s to a split 10:1', (text, expected, changes) => {
    const rescaled = rescaleRule(ruleOf(text), catalogue, 10);
    expect(printRule(rescaled.rule)).toBe(expected);
    expect(rescaled.changes).toEqual(changes.map(([from, to]) => ({ from, to })));
  });

  it('adapts to a reverse split', () => {
    expect(printRule(rescaleRule(ruleOf('close > 3 and volume > 900'), catalogue, 1 / 3).rule)).toBe(
      'close > 9 and volume > 300',
    );
  });
});
