import fc from 'fast-check';
import { floatColumns, type OhlcvColumns } from '../src/index.ts';

/** A bar relative to the previous one. All numbers but `volume` are from 0 to 1. */
interface Step {
  kind: 'move' | 'gap' | 'flat' | 'tick';
  gap: number;
  move: number;
  up: number;
  down: number;
  volume: number;
}

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('move' as const) },
    { weight: 3, arbitrary: fc.constant('flat' as const) },
    { weight: 1, arbitrary: fc.constant('tick' as const) },
    { weight: 1, arbitrary: fc.constant('gap' as const) },
  ),
  gap: fraction,
  move: fraction,
  up: fraction,
  down: fraction,
  volume: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
});

/** Flat steps repeat, so that whole windows have one price. */
const run = fc
  .tuple(step, fc.integer({ min: 1, max: 12 }))
  .map(([repeated, times]) => new Array<Step>(repeated.kind === 'flat' ? times : 1).fill(repeated));

/**
 * Realistic bars of a stock: a random walk with gaps, single ticks, and runs of constant prices without volume,
 * starting between 1.2e-6 and 1.2e9.
 */
export function marketBars({ min = 0, max }: { min?: number; max: number }): fc.Arbitrary<OhlcvColumns> {
  const runs = fc.array(run, { minLength: min, maxLength: max, size: 'max' });
  return fc.tuple(fc.integer({ min: -6, max: 9 }), runs).map(([exponent, walk]) => {
    const bars: Record<keyof OhlcvColumns, number[]> = { open: [], high: [], low: [], close: [], volume: [] };
    let price = 1.2345 * 10 ** exponent;
    for (const { kind, gap, move, up, down, volume } of walk.flat().slice(0, max)) {
      const open = kind === 'gap' ? price * 2 ** (2 * gap - 1) : price;
      const change = { move: 0.04 * (move - 0.5), gap: 0.04 * (move - 0.5), tick: 1e-6, flat: 0 }[kind];
      price = open * (1 + change);
      const reach = kind === 'flat' ? 0 : 0.01;
      bars.open.push(open);
      bars.high.push(Math.max(open, price) * (1 + reach * up));
      bars.low.push(Math.min(open, price) * (1 - reach * down));
      bars.close.push(price);
      bars.volume.push(kind === 'flat' ? 0 : volume);
    }
    return floatColumns(bars);
  });
}

/** The first `count` bars. */
export function firstBars({ open, high, low, close, volume }: OhlcvColumns, count: number): OhlcvColumns {
  return {
    open: open.slice(0, count),
    high: high.slice(0, count),
    low: low.slice(0, count),
    close: close.slice(0, count),
    volume: volume.slice(0, count),
  };
}

/** Five columns of equal length with arbitrary numbers, NaN and infinity included. */
export function arbitraryBars(maxBars: number): fc.Arbitrary<OhlcvColumns> {
  return fc.nat(maxBars).chain((length) => {
    const column = fc.array(fc.oneof(fc.double(), fc.constantFrom(0, -0, 1, 1e-300, 1e300, -5)), {
      minLength: length,
      maxLength: length,
      size: 'max',
    });
    return fc
      .record({ open: column, high: column, low: column, close: column, volume: column })
      .map(floatColumns);
  });
}
