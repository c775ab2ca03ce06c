import fc from 'fast-check';
import { describe, it } from 'vitest';
import { calculate, findIndicator, lookBack } from '../src/index.ts';
import { expectClose } from './expect-close.ts';
import { firstBars, marketBars } from './random-bars.ts';
import { validParameters } from './random-parameters.ts';
import { plainColumns, talibOracle } from './talib-oracle.ts';

describe.each(Object.entries(talibOracle))('%s', (name, oracle) => {
  const definition = findIndicator(name);

  it('equals TA-Lib for random bars and parameters', () => {
    fc.assert(
      fc.property(marketBars({ min: 90, max: 120 }), validParameters(definition), (bars, parameters) => {
        const expected = oracle(plainColumns(bars), parameters);
        for (const { name: output, values } of calculate(name, bars, parameters).outputs) {
          expectClose(values, expected[output] ?? []);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('equals TA-Lib when the history is one bar longer than the look-back', () => {
    fc.assert(
      fc.property(marketBars({ min: 90, max: 120 }), validParameters(definition), (bars, parameters) => {
        const needed = lookBack(definition, parameters) + 1;
        const shortest = firstBars(bars, needed);
        const expected = oracle(plainColumns(shortest), parameters);
        for (const { name: output, values } of calculate(name, shortest, parameters).outputs) {
          expectClose(values, expected[output] ?? []);
        }
      }),
      { numRuns: 100 },
    );
  });
});
