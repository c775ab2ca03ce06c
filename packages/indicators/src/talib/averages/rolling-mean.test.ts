import { describe, expect, it } from 'vitest';
import { callTulindSingle } from '../../tulind/tulind.ts';
import { rollingMean } from './rolling-mean.ts';

describe('rollingMean', () => {
  it('returns the mean of each window', () => {
    expect(rollingMean(Float64Array.of(1, 2, 3, 7), 2)).toEqual(Float64Array.of(1.5, 2.5, 5));
    expect(rollingMean(Float64Array.of(1, 2, 3), 3)).toEqual(Float64Array.of(2));
    expect(rollingMean(Float64Array.of(4, 5), 1)).toEqual(Float64Array.of(4, 5));
  });

  it('rounds like TA-Lib and unlike tulind after a very large fall', () => {
    const fallen = Float64Array.of(1e9 / 3, 1e9 / 7, 0.1, 0.2, 0.3, 0.4);
    let total = 1e9 / 3 + 1e9 / 7;
    const means = [total / 2];
    for (let bar = 2; bar < fallen.length; bar++) {
      total -= fallen[bar - 2] ?? 0;
      total += fallen[bar] ?? 0;
      means.push(total / 2);
    }
    expect(rollingMean(fallen, 2)).toEqual(Float64Array.from(means));
    expect(
      Math.abs((callTulindSingle('sma', [fallen], [2]).at(-1) ?? 0) - (means.at(-1) ?? 0)),
    ).toBeGreaterThan(1e-9);
  });
});
