import { describe, expect, it } from 'vitest';
import { catalogue, findIndicator } from '../catalogue.ts';
import { IndicatorError } from '../indicator-error.ts';
import { checkParameters } from './check-parameters.ts';

function refusal(name: string, parameters: unknown): Pick<IndicatorError, 'code' | 'message' | 'parameter'> {
  try {
    Reflect.apply(checkParameters, undefined, [findIndicator(name), parameters]);
  } catch (error) {
    if (!(error instanceof IndicatorError)) throw error;
    const { code, message, parameter } = error;
    return { code, message, parameter };
  }
  throw new Error('It was not refused');
}

describe('checkParameters', () => {
  it.each([undefined, null, {}, { slowperiod: undefined }])('fills in defaults for %j', (parameters) => {
    expect(checkParameters(findIndicator('MACD'), parameters)).toEqual({
      fastperiod: 12,
      slowperiod: 26,
      signalperiod: 9,
    });
  });

  it('keeps the order of the definition', () => {
    const checked = checkParameters(findIndicator('MACD'), { signalperiod: 4, slowperiod: 3, fastperiod: 2 });
    expect(Object.entries(checked)).toEqual([
      ['fastperiod', 2],
      ['slowperiod', 3],
      ['signalperiod', 4],
    ]);
  });

  it.each([
    0,
    1,
    -5,
    2.5,
    100_001,
    2 ** 31,
    Number.NaN,
    Infinity,
    -Infinity,
    '14',
    '',
    'x',
    null,
    true,
    [14],
    {},
    14n,
  ])('refuses %s for a period', (timeperiod) => {
    expect(refusal('SMA', { timeperiod })).toEqual({
      code: 'BAD_PARAMETER',
      message: 'timeperiod must be a whole number from 2 to 100000',
      parameter: 'timeperiod',
    });
  });

  it.each([Number.NaN, Infinity, '2', null, 1e38])('refuses %s for a number', (nbdevup) => {
    expect(refusal('BBANDS', { nbdevup })).toEqual({
      code: 'BAD_PARAMETER',
      message: 'nbdevup must be a number from -3e+37 to 3e+37',
      parameter: 'nbdevup',
    });
  });

  it('takes any number for a deviation', () => {
    const deviations = { nbdevup: -1.5, nbdevdn: 0 };
    expect(checkParameters(findIndicator('BBANDS'), deviations)).toEqual({ timeperiod: 20, ...deviations });
  });

  it.each(['foo', 'Timeperiod', '', 'toString', '__proto__'])('knows no parameter %j', (parameter) => {
    const parameters = Object.fromEntries([[parameter, 14]]);
    expect(refusal('SMA', parameters)).toEqual({
      code: 'BAD_PARAMETER',
      message: `SMA has no parameter "${parameter}"`,
      parameter,
    });
  });

  it.each(['timeperiod', 14, [14], true])('refuses %j for an object of parameters', (parameters) => {
    expect(refusal('SMA', parameters)).toEqual({
      code: 'BAD_PARAMETER',
      message: 'The parameters must be an object of numbers',
      parameter: null,
    });
  });

  it('takes the bounds of every parameter, and nothing beyond', () => {
    for (const definition of catalogue) {
      for (const { name, min, max } of definition.parameters) {
        expect(checkParameters(definition, { [name]: min })).toHaveProperty(name, min);
        expect(checkParameters(definition, { [name]: max })).toHaveProperty(name, max);
        expect(refusal(definition.function, { [name]: min - Math.max(1, Math.abs(min)) }).parameter).toBe(
          name,
        );
        expect(refusal(definition.function, { [name]: max + Math.max(1, Math.abs(max)) }).parameter).toBe(
          name,
        );
      }
    }
  });
});
