import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rollingMaximum, rollingMinimum } from './rolling-extremes.ts';

it('finds the highest and the lowest value of each window', () => {
  // Few distinct values: windows have ties, and fall and rise for longer than they last.
  const values = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(values, fc.nat(), (column, seed) => {
      const period = 1 + (seed % column.length);
      const windows = column.slice(period - 1).map((_, index) => column.slice(index, index + period));
      const floats = Float64Array.from(column);
      expect([...rollingMaximum(floats, period)]).toEqual(windows.map((window) => Math.max(...window)));
      expect([...rollingMinimum(floats, period)]).toEqual(windows.map((window) => Math.min(...window)));
    }),
    { numRuns: 500 },
  );
});
