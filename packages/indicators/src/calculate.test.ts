import { describe, expect, it } from 'vitest';
import { calculate, calculateAllowingNonFinite, lookBack } from './calculate.ts';
import { catalogue, findIndicator } from './catalogue.ts';
import { IndicatorError } from './indicator-error.ts';
import { floatColumns, type OhlcvColumns } from './series.ts';

const rising = (count: number): OhlcvColumns => {
  const close = Array.from({ length: count }, (_, bar) => 10 + bar);
  return floatColumns({
    open: close.map((price) => price - 0.5),
    high: close.map((price) => price + 1),
    low: close.map((price) => price - 1),
    close,
    volume: close.map(() => 1000),
  });
};

/** Calls `calculate` without type checks, as JavaScript can. */
function failure(...call: unknown[]): IndicatorError {
  try {
    Reflect.apply(calculate, undefined, call);
  } catch (error) {
    if (error instanceof IndicatorError) return error;
    throw error;
  }
  throw new Error('calculate did not throw');
}

describe('calculate', () => {
  it('fills in defaults and returns the index of the first value', () => {
    expect(calculate('SMA', rising(22))).toEqual({
      function: 'SMA',
      parameters: { timeperiod: 20 },
      begin: 19,
      outputs: [{ name: 'real', values: Float64Array.of(19.5, 20.5, 21.5) }],
    });
  });

  it('rounds the rate of change like TA-Lib, and unlike (5 / 100) × 100', () => {
    const close = [100, 105];
    const bars = { ...rising(2), close };
    const [roc] = calculate('ROC', bars, { timeperiod: 1 }).outputs;
    expect(roc?.values).toEqual(Float64Array.of((1.05 - 1) * 100));
    expect((1.05 - 1) * 100).toBeGreaterThan(5);
  });

  it('takes plain arrays, too', () => {
    const { open, high, low, close, volume } = rising(30);
    const plain = { open: [...open], high: [...high], low: [...low], close: [...close], volume: [...volume] };
    expect(calculate('STOCH', plain)).toEqual(calculate('STOCH', rising(30)));
  });

  it('accepts a name in any case, and null as parameters', () => {
    expect(calculate('sMa', rising(22), null)).toEqual(calculate('SMA', rising(22), {}));
  });

  it('returns outputs by name, the principal output first', () => {
    const { outputs } = calculate('BBANDS', rising(25), { timeperiod: 2, nbdevup: 1, nbdevdn: 2 });
    expect(outputs.map(({ name, values }) => [name, values[0]])).toEqual([
      ['middleband', 10.5],
      ['upperband', 11],
      ['lowerband', 9.5],
    ]);
  });

  it('names the required and the available number of bars when there are too few', () => {
    const { code, message, parameter } = failure('RSI', rising(10), { timeperiod: 14 });
    expect([code, message, parameter]).toEqual([
      'TOO_FEW_BARS',
      'RSI with timeperiod 14 needs at least 15 bars, the stock has 10',
      null,
    ]);
    expect(failure('MACD', rising(10)).message).toBe(
      'MACD with fastperiod 12, slowperiod 26, and signalperiod 9 needs at least 34 bars, the stock has 10',
    );
    expect(failure('OBV', rising(0)).message).toBe('OBV needs at least 1 bar, the stock has 0');
  });

  it('needs exactly one bar more than the look-back', () => {
    for (const definition of catalogue) {
      const begin = lookBack(definition, {});
      expect(failure(definition.function, rising(begin)).code).toBe('TOO_FEW_BARS');
      expect(calculate(definition.function, rising(begin + 1)).begin).toBe(begin);
    }
  });

  it('rejects the longest period with TOO_FEW_BARS when the history is short', () => {
    for (const definition of catalogue) {
      const longest = Object.fromEntries(definition.parameters.map(({ name, max }) => [name, max]));
      const begin = lookBack(definition, longest);
      if (begin < 200) continue;
      expect(failure(definition.function, rising(200), longest).code).toBe('TOO_FEW_BARS');
    }
  });

  it.each(['FOO', '', 'SMA ', '__proto__', 'constructor'])('rejects the unknown function %j', (name) => {
    const { code, message } = failure(name, rising(30));
    expect([code, message]).toEqual(['UNKNOWN_FUNCTION', `Unknown indicator ${JSON.stringify(name)}`]);
  });

  it.each([undefined, null, 7, {}, Symbol('SMA')])('rejects %s as a name', (name) => {
    expect(failure(name, rising(30)).code).toBe('UNKNOWN_FUNCTION');
  });

  it('rejects bars when one value is missing', () => {
    const bars = rising(30);
    const close = [...bars.close.slice(0, 29), Number.NaN];
    expect(failure('SMA', { ...bars, close })).toMatchObject({
      code: 'BAD_BARS',
      message: 'The bars cannot be used: close[29] is not a finite number',
    });
  });

  it('rejects prices that overflow', () => {
    const huge = rising(30).close.map(() => 1e308);
    const bars = { open: huge, high: huge, low: huge, close: huge, volume: huge };
    expect(failure('SMA', bars)).toMatchObject({ code: 'BAD_BARS' });
  });
});

describe('calculateAllowingNonFinite', () => {
  const barsOf = (...close: number[]) =>
    floatColumns({ open: close, high: close, low: close, close, volume: close });

  it('returns what calculate returns when all values are finite', () => {
    expect(calculateAllowingNonFinite('MACD', rising(50))).toEqual(calculate('MACD', rising(50)));
  });

  it('returns the values before an overflow', () => {
    const bars = barsOf(1, 2, 3, 1e308, 1e308);
    expect(calculateAllowingNonFinite('SUM', bars, { timeperiod: 2 }).outputs).toEqual([
      { name: 'real', values: Float64Array.of(3, 5, 1e308, Infinity) },
    ]);
  });

  it('does not read columns that the function does not need', () => {
    const none = new Float64Array();
    const bars = { ...barsOf(1, 2, 3), open: none, high: none, low: none, volume: none };
    expect(calculateAllowingNonFinite('SUM', bars, { timeperiod: 2 }).outputs).toEqual([
      { name: 'real', values: Float64Array.of(3, 5) },
    ]);
  });
});

describe('lookBack', () => {
  it.each([
    ['SMA', {}, 19],
    ['EMA', { timeperiod: 200 }, 199],
    ['RSI', {}, 14],
    ['MACD', {}, 33],
    ['MACD', { fastperiod: 26, slowperiod: 12 }, 33],
    ['BBANDS', {}, 19],
    ['STOCH', {}, 8],
    ['ATR', {}, 14],
    ['CCI', {}, 19],
    ['ADX', {}, 27],
    ['ADXR', {}, 40],
    ['TEMA', { timeperiod: 10 }, 27],
    ['OBV', {}, 0],
  ])('returns for %s with %j a look-back of %i bars', (name, parameters, bars) => {
    expect(lookBack(findIndicator(name), parameters)).toBe(bars);
  });

  it('rejects invalid parameters', () => {
    expect(() => lookBack(findIndicator('SMA'), { timeperiod: 1 })).toThrow(IndicatorError);
  });
});
