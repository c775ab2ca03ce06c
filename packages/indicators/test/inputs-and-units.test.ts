import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculate,
  catalogue,
  type IndicatorDefinition,
  type IndicatorUnit,
  type OhlcvColumns,
} from '../src/index.ts';
import { marketBars } from './random-bars.ts';
import { validParameters } from './random-parameters.ts';

/** More bars than the look-back of any valid parameters. */
const longHistory = { min: 110, max: 130 };
const columnNames = ['open', 'high', 'low', 'close', 'volume'] as const;

function outputsOf(definition: IndicatorDefinition, bars: OhlcvColumns, parameters?: Record<string, number>) {
  return calculate(definition.function, bars, parameters).outputs.map(({ values }) => values);
}

/** 300 bars that rise and fall irregularly, around a price of 100. */
function irregularBars(): OhlcvColumns {
  const wave = (bar: number, seed: number) => Math.sin(bar * seed) + Math.sin(bar * bar * seed);
  const close = Float64Array.from({ length: 300 }, (_, bar) => 100 + 5 * wave(bar, 0.7));
  const open = close.map((price, bar) => price + wave(bar, 1.1));
  return {
    open,
    high: close.map((price, bar) => Math.max(price, open[bar] ?? 0) + 3 + wave(bar, 1.3)),
    low: close.map((price, bar) => Math.min(price, open[bar] ?? 0) - 3 - wave(bar, 1.7)),
    close,
    volume: close.map((_, bar) => 1_000_000 + 200_000 * wave(bar, 1.9)),
  };
}

function scaleColumns(
  { open, high, low, close, volume }: OhlcvColumns,
  priceFactor: number,
  volumeFactor: number,
): OhlcvColumns {
  const scale = (column: Float64Array, factor: number) => column.map((value) => value * factor);
  return {
    open: scale(open, priceFactor),
    high: scale(high, priceFactor),
    low: scale(low, priceFactor),
    close: scale(close, priceFactor),
    volume: scale(volume, volumeFactor),
  };
}

describe.each(catalogue.map((definition) => [definition.function, definition] as const))(
  '%s',
  (_, definition) => {
    const unread = columnNames.filter((name) => !definition.inputs.includes(name));

    it('returns the same values when columns outside its inputs change', () => {
      const noise = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
        minLength: longHistory.max,
        maxLength: longHistory.max,
        size: 'max',
      });
      fc.assert(
        fc.property(
          marketBars(longHistory),
          validParameters(definition),
          noise,
          (bars, parameters, column) => {
            const replaced = column.slice(0, bars.close.length);
            const changed = { ...bars, ...Object.fromEntries(unread.map((name) => [name, replaced])) };
            expect(outputsOf(definition, changed, parameters)).toEqual(
              outputsOf(definition, bars, parameters),
            );
          },
        ),
        { numRuns: 20 },
      );
    });

    it.each(definition.inputs)('returns other values when its input %s changes', (name) => {
      const bars = irregularBars();
      const changed = { ...bars, [name]: bars[name].toReversed() };
      expect(outputsOf(definition, changed)).not.toEqual(outputsOf(definition, bars));
    });
  },
);

describe('the unit of an indicator', () => {
  /** The powers of price and volume in each unit. */
  const exponents = new Map<IndicatorUnit, { price: number; volume: number }>([
    [null, { price: 0, volume: 0 }],
    ['price', { price: 1, volume: 0 }],
    ['volume', { price: 0, volume: 1 }],
    ['price^2', { price: 2, volume: 0 }],
    ['price/volume', { price: 1, volume: -1 }],
    ['price^2/volume', { price: 2, volume: -1 }],
  ]);

  function expectScaled(definition: IndicatorDefinition, priceFactor: number, volumeFactor: number): void {
    const { price, volume } = exponents.get(definition.unit) ?? { price: Number.NaN, volume: Number.NaN };
    const factor = priceFactor ** price * volumeFactor ** volume;
    const before = outputsOf(definition, irregularBars());
    const after = outputsOf(definition, scaleColumns(irregularBars(), priceFactor, volumeFactor));
    for (const [output, values] of before.entries()) {
      const largest = Math.max(...values.map(Math.abs));
      for (const [index, value] of values.entries()) {
        // Relative to the largest value: a difference of two prices can be almost 0.
        expect(Math.abs((after[output]?.[index] ?? Number.NaN) / factor - value)).toBeLessThan(
          1e-9 * largest,
        );
      }
    }
  }

  // DECAY falls by 1 / timeperiod of the currency per bar, whatever the price.
  const scalable = catalogue.filter((definition) => definition.function !== 'DECAY');

  it.each(scalable)('scales $function (unit $unit) with the prices', (definition) => {
    expectScaled(definition, 10, 1);
  });

  it.each(scalable)('scales $function (unit $unit) with the volume', (definition) => {
    expectScaled(definition, 1, 10);
  });

  it('gives each indicator that is drawn on the price the unit of the price', () => {
    expect(catalogue.filter(({ overlay, unit }) => overlay && unit !== 'price')).toEqual([]);
  });
});
