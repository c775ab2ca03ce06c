import fc from 'fast-check';
import type { BarColumns } from '../src/index.ts';

/** In half units of the currency, so that values often rest exactly on a line. */
const step = fc.record({
  gap: fc.integer({ min: -2, max: 2 }),
  move: fc.integer({ min: -3, max: 3 }),
  up: fc.nat(2),
  down: fc.nat(2),
  volume: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
});

/** A walk of a stock's prices with gaps, ties, constant stretches and days without volume. */
export function randomBars(maxBars: number): fc.Arbitrary<BarColumns> {
  return fc.array(step, { maxLength: maxBars, size: 'max' }).map((steps) => {
    const rows: [number, number, number, number, number][] = [];
    let price = 100;
    for (const { gap, move, up, down, volume } of steps) {
      const open = Math.max(5, price + gap / 2);
      price = Math.max(5, open + move / 2);
      rows.push([open, Math.max(open, price) + up / 2, Math.min(open, price) - down / 2, price, volume]);
    }
    const column = (index: 0 | 1 | 2 | 3 | 4) => Float64Array.from(rows, (row) => row[index]);
    return { open: column(0), high: column(1), low: column(2), close: column(3), volume: column(4) };
  });
}

/** The first `count` bars. */
export function firstBars(bars: BarColumns, count: number): BarColumns {
  return {
    open: bars.open.slice(0, count),
    high: bars.high.slice(0, count),
    low: bars.low.slice(0, count),
    close: bars.close.slice(0, count),
    volume: bars.volume.slice(0, count),
  };
}
