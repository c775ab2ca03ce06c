import { catalogue } from '@stockbook/indicators';
import { describe, expect, it } from 'vitest';
import { completeRule } from './complete.ts';

/** Completes at the character "|". */
function complete(text: string) {
  const offset = text.indexOf('|');
  return completeRule(text.replace('|', ''), offset, catalogue);
}
const texts = (text: string) => complete(text).options.map((option) => option.text);

describe('completeRule', () => {
  it('offers not, price touches, series and functions with their names at the start of a condition', () => {
    const { options } = complete('|');
    expect(options.slice(0, 7).map(({ text }) => text)).toEqual([
      ...['not', 'price touches', 'open', 'high', 'low', 'close', 'volume'],
    ]);
    expect(options).toContainEqual({ text: 'rsi(14)', kind: 'function', detail: 'Relative Strength Index' });
    expect(options).toHaveLength(7 + catalogue.length);
    expect(texts('close > 1 and (|')).toContain('price touches');
  });

  it('replaces the word before the offset, in any case', () => {
    expect(complete('close > 5 and RS|i(14)')).toMatchObject({
      offset: 14,
      length: 2,
      options: [{ text: 'rsi(14)' }],
    });
  });

  it.each([
    ['close |', ['>', '>=', '<', '<=', 'crosses above', 'crosses below', 'crosses', '+', '-', '*', '/']],
    [
      '(close + 1) |',
      ['>', '>=', '<', '<=', 'crosses above', 'crosses below', 'crosses', '+', '-', '*', '/'],
    ],
    ['rsi(14) cr|', ['crosses above', 'crosses below', 'crosses']],
    ['close > 5 |', ['and', 'or', '+', '-', '*', '/']],
    ['(close > 5) |', ['and', 'or', '+', '-', '*', '/']],
    [
      'close > 5 and open |',
      ['>', '>=', '<', '<=', 'crosses above', 'crosses below', 'crosses', '+', '-', '*', '/'],
    ],
    ['price |', ['touches']],
    ['rsi(14) crosses abo|', ['above']],
    ['macd(12, 26, 9).|', ['macd', 'macdsignal', 'macdhist']],
    ['bbands(sma((close), 5), 20).l|', ['lowerband']],
    ['rsi(14).|', []],
    ['foo(14).|', []],
    ['stoch(|', ['fastk_period=', 'slowk_period=', 'slowd_period=']],
    ['sma(volume, |', ['timeperiod=']],
    ['sma(timeperiod=|', []],
    ['sma(close |', ['+', '-', '*', '/']],
    ['foo(|', []],
    ['close[|', []],
  ])('completes %s', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('offers values as the input of a function that reads the close only', () => {
    expect(texts('sma(|')).toEqual(expect.arrayContaining(['timeperiod=', 'volume', 'rsi(14)']));
    expect(texts('sma(close - |')).toEqual(expect.arrayContaining(['open', 'rsi(14)']));
    expect(texts('close > |')).not.toContain('not');
  });
});
