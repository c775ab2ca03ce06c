import { describe, expect, it } from 'vitest';
import { catalogue, findIndicator } from '../catalogue.ts';
import { IndicatorError } from '../indicator-error.ts';
import { checkParameters } from './check-parameters.ts';

function rejection(
  name: string,
  parameters: unknown,
): Pick<IndicatorError, 'code' | 'message' | 'parameter'> {
  try {
    Reflect.apply(checkParameters, undefined, [findIndicator(name), parameters]);
  } catch (error) {
    if (!(error instanceof IndicatorError)) throw error;
    const { code, message, parameter } = error;
    return { code, message, parameter };
  }
  throw new Error('checkParameters did not throw');
}

describe('checkParameters', () => {
  it.each([undefined, null, {}, { slowperiod: undefined }])('fills in defaults for %j', (parameters) => {
    expect(checkParameters(findIndicator('MACD'), parameters)).toEqual({
      fastperiod: 12,
      slowperiod: 26,
      signalperiod: 9,
    });
  });

  it('returns the parameters in the order of the definition', () => {
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
  ])('rejects %s as a period', (timeperiod) => {
    expect(rejection('SMA', { timeperiod })).toEqual({
      code: 'BAD_PARAMETER',
      message: 'timeperiod must be a whole number from 2 to 100000',
      parameter: 'timeperiod',
    });
  });

  it.each([Number.NaN, Infinity, '2', null, 1e38])('rejects %s as a real number', (nbdevup) => {
    expect(rejection('BBANDS', { nbdevup })).toEqual({
      code: 'BAD_PARAMETER',
      message: 'nbdevup must be a number from -3e+37 to 3e+37',
      parameter: 'nbdevup',
    });
  });

  it('accepts negative numbers and 0 for a deviation', () => {
    const deviations = { nbdevup: -1.5, nbdevdn: 0 };
    expect(checkParameters(findIndicator('BBANDS'), deviations)).toEqual({ timeperiod: 20, ...deviations });
  });

  it.each(['foo', 'Timeperiod', '', 'toString', '__proto__'])(
    'rejects the unknown parameter %j',
    (parameter) => {
      const parameters = Object.fromEntries([[parameter, 14]]);
      expect(rejection('SMA', parameters)).toEqual({
        code: 'BAD_PARAMETER',
        message: `SMA has no parameter "${parameter}"`,
        parameter,
      });
    },
  );

  it.each(['timeperiod', 14, [14], true])('rejects parameters that are %j', (parameters) => {
    expect(rejection('SMA', parameters)).toEqual({
      code: 'BAD_PARAMETER',
      message: 'The parameters must be an object of numbers',
      parameter: null,
    });
  });

  it('accepts the bounds of every parameter, and rejects values beyond them', () => {
    for (const definition of catalogue) {
      for (const { name, min, max } of definition.parameters) {
        expect(checkParameters(definition, { [name]: min })).toHaveProperty(name, min);
        expect(checkParameters(definition, { [name]: max })).toHaveProperty(name, max);
        expect(rejection(definition.function, { [name]: min - Math.max(1, Math.abs(min)) }).parameter).toBe(
          name,
        );
        expect(rejection(definition.function, { [name]: max + Math.max(1, Math.abs(max)) }).parameter).toBe(
          name,
        );
      }
    }
  });
});
