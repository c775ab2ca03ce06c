import { describe, expect, it } from 'vitest';
import { kaufmanAdaptiveAverage } from './kaufman-adaptive-average.ts';

describe('kaufmanAdaptiveAverage', () => {
  it('moves by 4/9 of the distance when the price moves in one direction', () => {
    const [first = 0] = kaufmanAdaptiveAverage(Float64Array.of(1, 2, 3), 2);
    expect(first).toBeCloseTo(2 + (4 / 9) * (3 - 2), 12);
  });

  it('moves by (2/31)² of the distance when the net change is 0', () => {
    const [first = 0] = kaufmanAdaptiveAverage(Float64Array.of(2, 1, 2), 2);
    expect(first).toBeCloseTo(1 + (2 / 31) ** 2 * (2 - 1), 12);
  });

  it('stays constant when prices do', () => {
    expect(kaufmanAdaptiveAverage(Float64Array.of(7, 7, 7, 7), 2)).toEqual(Float64Array.of(7, 7));
  });

  it('stays bounded after a very large fall', () => {
    const fallen = Float64Array.of(
      1e9 / 3,
      1e9 / 7,
      ...Array.from({ length: 300 }, (_, bar) => 1e-6 * (2 + Math.sin(bar))),
    );
    for (const average of kaufmanAdaptiveAverage(fallen, 5))
      expect(Math.abs(average)).toBeLessThanOrEqual(1e9);
  });
});
