import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate, catalogue, IndicatorError, lookBack } from '../src/index.ts';
import { arbitraryBars, firstBars, marketBars } from './random-bars.ts';
import { arbitraryParameters, validParameters } from './random-parameters.ts';

function expectFinite(values: Float64Array): void {
  expect(values.every(Number.isFinite)).toBe(true);
}

describe.each(catalogue.map((definition) => [definition.function, definition] as const))(
  '%s',
  (name, definition) => {
    it('returns a finite value for every bar after the look-back, and does not change the bars', () => {
      fc.assert(
        fc.property(marketBars({ max: 90 }), validParameters(definition), (bars, parameters) => {
          const count = bars.close.length;
          const begin = lookBack(definition, parameters);
          if (count <= begin) {
            expect(() => calculate(name, bars, parameters)).toThrow(`needs at least ${begin + 1} bar`);
            return;
          }
          const before = firstBars(bars, count);
          const result = calculate(name, bars, parameters);
          expect(bars).toEqual(before);
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

    it('keeps earlier values when bars are added', () => {
      fc.assert(
        fc.property(
          marketBars({ min: 110, max: 130 }),
          validParameters(definition),
          fc.nat(20),
          (bars, parameters, extraBars) => {
            const begin = lookBack(definition, parameters);
            const count = begin + 1 + extraBars;
            const before = calculate(name, firstBars(bars, count), parameters);
            const after = calculate(name, bars, parameters);
            for (const [index, { values }] of before.outputs.entries()) {
              expect(after.outputs[index]?.values.slice(0, count - begin)).toEqual(values);
            }
          },
        ),
        { numRuns: 30 },
      );
    });

    it('throws only IndicatorError for arbitrary bars and parameters', () => {
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

    it('returns finite values when prices are constant and volume is 0', () => {
      for (const price of [100, 123.456, 1e-6, 0.1]) {
        const flat = new Array<number>(200).fill(price);
        const bars = { open: flat, high: flat, low: flat, close: flat, volume: flat.map(() => 0) };
        for (const { values } of calculate(name, bars).outputs) expectFinite(values);
      }
    });
  },
);
