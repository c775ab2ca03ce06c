import { describe, expect, it } from 'vitest';
import { catalogue, findIndicator } from './catalogue.ts';
import { IndicatorError } from './indicator-error.ts';
import { loadTulind } from './tulind/tulind-module.ts';

const defaults = (name: string) =>
  Object.fromEntries(findIndicator(name).parameters.map((parameter) => [parameter.name, parameter.default]));

describe('catalogue', () => {
  it('starts with the eight presets and their defaults', () => {
    expect(
      catalogue.slice(0, 8).map((definition) => [definition.function, defaults(definition.function)]),
    ).toEqual([
      ['SMA', { timeperiod: 20 }],
      ['EMA', { timeperiod: 20 }],
      ['RSI', { timeperiod: 14 }],
      ['MACD', { fastperiod: 12, slowperiod: 26, signalperiod: 9 }],
      ['BBANDS', { timeperiod: 20, nbdevup: 2, nbdevdn: 2 }],
      ['STOCH', { fastk_period: 5, slowk_period: 3, slowd_period: 3 }],
      ['ATR', { timeperiod: 14 }],
      ['CCI', { timeperiod: 20 }],
    ]);
  });

  it('contains every function of tulind that needs the bars of one stock', () => {
    const renamed: Record<string, string[]> = {
      di: ['PLUS_DI', 'MINUS_DI'],
      dm: ['PLUS_DM', 'MINUS_DM'],
      linreg: ['LINEARREG'],
      linregintercept: ['LINEARREG_INTERCEPT'],
      linregslope: ['LINEARREG_SLOPE'],
      md: ['AVGDEV'],
      psar: ['SAR'],
      roc: ['ROC', 'ROCP'],
      tr: ['TRANGE'],
      wcprice: ['WCLPRICE'],
    };
    const functionsOfTwoSeries = ['crossany', 'crossover'];
    const functionsOfEachValue =
      'abs acos add asin atan ceil cos cosh div exp floor ln log10 mul round sin sinh sqrt sub tan tanh todeg torad trunc';
    const others = [...functionsOfTwoSeries, ...functionsOfEachValue.split(' ')];
    const expected = [...loadTulind().keys()]
      .filter((name) => !others.includes(name))
      .flatMap((name) => renamed[name] ?? [name.toUpperCase()]);
    expect(catalogue.map((definition) => definition.function).sort()).toEqual(expected.sort());
  });

  it.each(catalogue)('describes $function completely', (definition) => {
    expect(definition.name).toMatch(/^[A-Z]/);
    expect(definition.description).toMatch(/^[A-Z][^.]*(\d\.\d[^.]*)*\.$/);
    expect(new Set(definition.outputs).size).toBe(definition.outputs.length);
    expect(definition.outputs.length).toBeGreaterThan(0);
    for (const parameter of definition.parameters) {
      expect(parameter.min).toBeLessThanOrEqual(parameter.default);
      expect(parameter.max).toBeGreaterThanOrEqual(parameter.default);
      expect(parameter.step).toBeGreaterThan(0);
      expect(parameter.description).toMatch(/^[A-Z].*[^.]$/);
      if (parameter.type === 'integer') expect(parameter.step).toBe(1);
    }
  });

  it.each([
    // Narrower bounds or fewer parameters than TA-Lib.
    ...['WMA', 'TRIMA', 'VAR', 'APO', 'PPO', 'STOCHRSI', 'STOCH', 'BBANDS'],
    // Values by the definition when TA-Lib shows rounding errors, overflows or is misaligned.
    ...['CCI', 'STDDEV', 'MACD', 'KAMA', 'ULTOSC', 'TRIX'],
    ...['LINEARREG', 'LINEARREG_INTERCEPT', 'LINEARREG_SLOPE', 'TSF'],
  ])('describes how %s differs from TA-Lib', (name) => {
    expect(findIndicator(name).description).toMatch(
      /TA-Lib('s)? (takes|offers|shows|shifts|reads|overflows|may)/,
    );
  });

  it('has unique functions and names', () => {
    expect(new Set(catalogue.map((definition) => definition.function)).size).toBe(catalogue.length);
    expect(new Set(catalogue.map((definition) => definition.name)).size).toBe(catalogue.length);
  });
});

describe('findIndicator', () => {
  it('finds an indicator in any case', () => {
    expect(findIndicator('plus_di')).toBe(findIndicator('PLUS_DI'));
  });

  it('names the unknown function in the error', () => {
    expect(() => findIndicator('FOO')).toThrow(
      new IndicatorError('UNKNOWN_FUNCTION', 'Unknown indicator "FOO"'),
    );
  });
});
