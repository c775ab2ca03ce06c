import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate, catalogue, IndicatorError, lookback, type OhlcvColumns } from '../src/index.ts';
import { arbitraryBars, firstBars, marketBars } from './random-bars.ts';
import { arbitraryParameters, validParameters } from './random-parameters.ts';

/** Writing to a frozen array throws. */
function frozen(bars: OhlcvColumns): OhlcvColumns {
  for (const column of Object.values(bars)) Object.freeze(column);
  return Object.freeze(bars);
}

function expectFinite(values: readonly number[]): void {
  expect(values.every(Number.isFinite)).toBe(true);
}

describe.each(catalogue.map((definition) => [definition.function, definition] as const))(
  '%s',
  (name, definition) => {
    it('gives every bar after its look-back a finite value, and leaves the bars alone', () => {
      fc.assert(
        fc.property(marketBars({ max: 90 }), validParameters(definition), (bars, parameters) => {
          const count = bars.close.length;
          const begin = lookback(definition, parameters);
          if (count <= begin) {
            expect(() => calculate(name, bars, parameters)).toThrow(`needs at least ${begin + 1} bar`);
            return;
          }
          const result = calculate(name, frozen(bars), parameters);
          expect(result).toMatchObject({ function: name, parameters, begin });
          expect(result.outputs.map((output) => output.name)).toEqual(definition.outputs);
          for (const { values } of result.outputs) {
            expect(values).toHaveLength(count - begin);
            expectFinite(values);
          }
        }),
        { numRuns: 60 },
      );
    });

    it('does not change what was, when a bar comes', () => {
      fc.assert(
        fc.property(
          marketBars({ min: 110, max: 130 }),
          validParameters(definition),
          fc.nat(20),
          (bars, parameters, cut) => {
            const begin = lookback(definition, parameters);
            const count = begin + 1 + cut;
            const before = calculate(name, firstBars(bars, count), parameters);
            const after = calculate(name, bars, parameters);
            for (const [line, { values }] of before.outputs.entries()) {
              expect(after.outputs[line]?.values.slice(0, count - begin)).toEqual(values);
            }
          },
        ),
        { numRuns: 30 },
      );
    });

    it('fails with an IndicatorError or not at all, whatever the numbers and parameters', () => {
      fc.assert(
        fc.property(
          arbitraryBars(60),
          fc.oneof(arbitraryParameters(definition), validParameters(definition)),
          (bars, parameters) => {
            try {
              for (const { values } of calculate(name, bars, parameters).outputs) expectFinite(values);
            } catch (error) {
              expect(error).toBeInstanceOf(IndicatorError);
            }
          },
        ),
        { numRuns: 100 },
      );
    });

    it('stands still without NaN where prices and volume do', () => {
      for (const price of [100, 123.456, 1e-6, 0.1]) {
        const still = new Array<number>(200).fill(price);
        const bars = { open: still, high: still, low: still, close: still, volume: still.map(() => 0) };
        for (const { values } of calculate(name, bars).outputs) expectFinite(values);
      }
    });
  },
);
