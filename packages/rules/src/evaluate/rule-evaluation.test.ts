import { calculate } from '@stockbook/indicators';
import { describe, expect, it } from 'vitest';
import { type BarColumns, barsBecomingTrue, RuleEvaluation, readRule, truth } from '../index.ts';

type Columns = Partial<Record<keyof BarColumns, readonly number[]>>;

/** Columns that are not given equal the close; the volume is 100. */
function barsOf({ close = [], open = close, high = close, low = close, volume }: Columns): BarColumns {
  return {
    open: Float64Array.from(open),
    high: Float64Array.from(high),
    low: Float64Array.from(low),
    close: Float64Array.from(close),
    volume: volume ? Float64Array.from(volume) : new Float64Array(close.length).fill(100),
  };
}

function ruleOf(text: string) {
  const { rule, errors } = readRule(text);
  if (!rule) throw new Error(`${text}: ${errors[0]?.message}`);
  return rule;
}

/** One character per bar: t true, f false, u unknown. */
function truthOf(text: string, columns: Columns): string {
  const column = new RuleEvaluation(barsOf(columns)).truthOf(ruleOf(text));
  return [...column]
    .map((value) => ({ [truth.true]: 't', [truth.false]: 'f', [truth.unknown]: 'u' })[value])
    .join('');
}

describe('comparisons', () => {
  it.each([
    ['close > 2', 'fft'],
    ['close >= 2', 'ftt'],
    ['close < 2', 'tff'],
    ['close <= 2', 'ttf'],
    ['2 < close', 'fft'],
  ])('evaluates %s', (text, expected) => {
    expect(truthOf(text, { close: [1, 2, 3] })).toBe(expected);
  });

  it('crosses above where the value is above the line and was not above it on the bar before', () => {
    expect(truthOf('close crosses above 2', { close: [1, 2, 3, 3, 1, 3] })).toBe('fftfft');
  });

  it('crosses below where the value is below the line and was not below it on the bar before', () => {
    expect(truthOf('close crosses below 2', { close: [3, 2, 1, 1, 3, 1] })).toBe('fftfft');
  });

  it('crosses in either direction, also after resting on the line', () => {
    expect(truthOf('close crosses 2', { close: [1, 2, 1, 2, 3, 2, 1] })).toBe('uftftft');
  });

  it('gives false for a cross when one of its comparisons is false and the other unknown', () => {
    expect(truthOf('close crosses above 2', { close: [3, 3] })).toBe('uf');
    expect(truthOf('sma(2) crosses above 2', { close: [1, 1, 9, 9] })).toBe('uftf');
    expect(truthOf('sma(2) crosses above 2', { close: [9, 9, 9] })).toBe('uuf');
  });

  it('compares without a tolerance', () => {
    expect(truthOf('close + 0.1 > 0.3', { close: [0.2] })).toBe('t');
  });
});

describe('price touches', () => {
  const columns = { low: [9, 9, 19, 19], high: [11, 11, 21, 21], close: [10, 10, 20, 20] };

  it('gives true when the level lies between low and high', () => {
    expect(truthOf('price touches 11', columns)).toBe('uttf');
    expect(truthOf('price touches 9', columns)).toBe('utff');
  });

  it('counts a gap through the level', () => {
    expect(truthOf('price touches 15', columns)).toBe('uftf');
    expect(truthOf('price touches 15', { low: [19, 9], high: [21, 11], close: [20, 10] })).toBe('ut');
  });

  it('gives unknown when the level is unknown', () => {
    expect(truthOf('price touches sma(3)', { close: [1, 1, 1] })).toBe('uut');
  });
});

describe('expressions', () => {
  it('reads every column', () => {
    const columns = { open: [1], high: [2], low: [3], close: [4], volume: [5] };
    expect(truthOf('open <= 1 and high <= 2 and low <= 3 and close <= 4 and volume <= 5', columns)).toBe('t');
    expect(truthOf('open < 1 or high < 2 or low < 3 or close < 4 or volume < 5', columns)).toBe('f');
  });

  it.each([
    ['close - 2 - 1 >= 7', 't'],
    ['close - (2 - 1) >= 9', 't'],
    ['close + 2 * 3 >= 16', 't'],
    ['(close + 2) * 3 >= 36', 't'],
    ['close / 4 / 5 >= 0.5', 't'],
    ['-close < -9 and -(close - 20) >= 10', 't'],
  ])('calculates %s', (text, expected) => {
    expect(truthOf(text, { close: [10] })).toBe(expected);
  });

  it('gives unknown when a number is divided by zero or not finite', () => {
    expect(truthOf('1 / volume > 0', { close: [1, 1], volume: [0, 2] })).toBe('ut');
    expect(truthOf('0 / volume >= 0', { close: [1, 1], volume: [0, 2] })).toBe('ut');
    const huge = `1${'0'.repeat(300)}`;
    expect(truthOf(`${huge} * ${huge} > close`, { close: [1] })).toBe('u');
    expect(truthOf(`1 / (${huge} * ${huge}) >= 0`, { close: [1] })).toBe('u');
  });

  it('shifts values to later bars', () => {
    expect(truthOf('close > close[2]', { close: [1, 2, 3, 1] })).toBe('uutf');
    expect(truthOf('close[250] > 0', { close: [1, 2] })).toBe('uu');
    expect(truthOf('2[1] > 1', { close: [1, 2] })).toBe('ut');
  });

  it('has a constant on every bar', () => {
    expect(truthOf('2 > 1', { close: [1, 2] })).toBe('tt');
  });
});

describe('indicators', () => {
  it('gives unknown before the look-back, and on all bars of a short history', () => {
    expect(truthOf('sma(3) > 0', { close: [1, 2, 3, 4] })).toBe('uutt');
    expect(truthOf('sma(3) > 0', { close: [1, 2] })).toBe('uu');
    expect(truthOf('macd() > 0', { close: [] })).toBe('');
  });

  it('selects outputs by name, the principal one by default', () => {
    const close = [1, 5, 2, 8, 3, 9];
    const { outputs } = calculate(
      'BBANDS',
      { open: close, high: close, low: close, close, volume: close },
      { timeperiod: 2 },
    );
    const evaluation = new RuleEvaluation(barsOf({ close }));
    const values = evaluation.operandValues(ruleOf('bbands(2) > bbands(2).lowerband'), 5);
    expect(values).toEqual([
      { operand: 'bbands(2, 2, 2)', now: outputs[0]?.values[4], before: outputs[0]?.values[3] },
      { operand: 'bbands(2, 2, 2).lowerband', now: outputs[2]?.values[4], before: outputs[2]?.values[3] },
    ]);
  });

  it('reads another series, zeros and negative values included', () => {
    const columns = { close: [1, 2, 3, 2], volume: [0, 10, 20, 0] };
    expect(truthOf('sma(volume, 2) >= 10', columns)).toBe('uftt');
    expect(truthOf('sma(close - close[1], 2) > 0', columns)).toBe('uutf');
    expect(truthOf('sma(-close, 2) < -2', columns)).toBe('uftt');
  });

  it('skips the unknown values at the start of an input', () => {
    expect(truthOf('sma(close[2], 2) > 0', { close: [1, 2, 3, 4, 5] })).toBe('uuutt');
    expect(truthOf('ema(sma(2), 2) > 0', { close: [1, 2, 3, 4] })).toBe('uutt');
  });

  it('gives unknown from the first unknown value after a known one', () => {
    const columns = { close: [1, 1, 1, 1, 1, 1], volume: [0, 1, 1, 0, 1, 1] };
    expect(truthOf('sma(1 / volume, 2) > 0', columns)).toBe('uutuuu');
  });

  it('keeps the values before an overflow', () => {
    const e307 = `1${'0'.repeat(307)}`;
    expect(truthOf(`sum(close * ${e307}, 2) > 0`, { close: [1, 1, 10, 10, 1] })).toBe('uttuu');
  });

  it('passes a computed series as the close', () => {
    const close = [10, 11, 9, 12, 13, 11, 14];
    const doubled = close.map((price) => 2 * price);
    const { outputs } = calculate(
      'RSI',
      { open: doubled, high: doubled, low: doubled, close: doubled, volume: doubled },
      { timeperiod: 3 },
    );
    const [value] = new RuleEvaluation(barsOf({ close })).operandValues(ruleOf('rsi(2 * close, 3) > 50'), 6);
    expect(value).toMatchObject({ operand: 'rsi(2 * close, 3)', now: outputs[0]?.values[3] });
  });
});

describe('logic', () => {
  // On the only bar: true, false and unknown.
  const words = { t: '2 > 1', f: '1 > 2', u: '2[1] > 1' } as const;
  type Letter = keyof typeof words;

  it.each<[Letter, Letter, string, string]>([
    ['t', 't', 't', 't'],
    ['t', 'f', 'f', 't'],
    ['t', 'u', 'u', 't'],
    ['f', 't', 'f', 't'],
    ['f', 'f', 'f', 'f'],
    ['f', 'u', 'f', 'u'],
    ['u', 't', 'u', 't'],
    ['u', 'f', 'f', 'u'],
    ['u', 'u', 'u', 'u'],
  ])('joins %s with %s: "and" gives %s, "or" gives %s', (one, other, both, either) => {
    const columns = { close: [1] };
    expect(truthOf(`${words[one]} and ${words[other]}`, columns)).toBe(both);
    expect(truthOf(`${words[one]} or ${words[other]}`, columns)).toBe(either);
  });

  it('negates', () => {
    const columns = { close: [1] };
    expect(Object.values(words).map((word) => truthOf(`not ${word}`, columns))).toEqual(['f', 't', 'u']);
    expect(truthOf('not not 2 > 1', columns)).toBe('t');
  });

  it('binds "and" before "or"', () => {
    expect(truthOf('2 > 1 or 2 > 1 and 1 > 2', { close: [1] })).toBe('t');
    expect(truthOf('(2 > 1 or 2 > 1) and 1 > 2', { close: [1] })).toBe('f');
  });
});

describe('becoming true', () => {
  it('requires that the rule is known to be false on the bar before', () => {
    const evaluation = new RuleEvaluation(barsOf({ close: [3, 3, 1, 3, 3, 1, 3] }));
    expect(barsBecomingTrue(evaluation.truthOf(ruleOf('close > 2')))).toEqual([3, 6]);
    expect(barsBecomingTrue(evaluation.truthOf(ruleOf('sma(2) > 2')))).toEqual([4]);
  });
});

describe('operandValues', () => {
  it('lists each operand once, with its value on the bar and on the bar before', () => {
    const evaluation = new RuleEvaluation(barsOf({ close: [1, 2, 3], low: [0, 1, 2] }));
    const rule = ruleOf('close > 2 and (close > sma(3) or not low < 2 / 0)');
    expect(evaluation.operandValues(rule, 2)).toEqual([
      { operand: 'close', now: 3, before: 2 },
      { operand: '2', now: 2, before: 2 },
      { operand: 'sma(3)', now: 2, before: null },
      { operand: 'low', now: 2, before: 1 },
      { operand: '2 / 0', now: null, before: null },
    ]);
    expect(evaluation.operandValues(ruleOf('price touches 2'), 0)).toEqual([
      { operand: 'close', now: 1, before: null },
      { operand: '2', now: 2, before: null },
    ]);
  });
});
