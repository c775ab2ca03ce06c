import { describe, expect, it } from 'vitest';
import { IndicatorError } from '../indicator-error.ts';
import { checkBars } from './check-bars.ts';

const bars = { open: [1, 2], high: [2, 3], low: [0, 1], close: [1, 2], volume: [5, 0] };
const check = (value: unknown) => () => Reflect.apply(checkBars, undefined, [value]);

describe('checkBars', () => {
  it('returns the columns as typed arrays, which it does not copy', () => {
    const close = Float64Array.of(1, 2);
    const checked = checkBars({ ...bars, close });
    expect(checked.close).toBe(close);
    expect(checked.high).toEqual(Float64Array.of(2, 3));
    expect(checkBars({ open: [], high: [], low: [], close: [], volume: [] }).open).toHaveLength(0);
  });

  it.each([
    [{ ...bars, high: [2] }, 'high has length 1, open 2'],
    [{ ...bars, close: [1, null] }, 'close[1] is not a finite number'],
    [{ ...bars, close: [1, Number.NaN] }, 'close[1] is not a finite number'],
    [{ ...bars, low: [-Infinity, 1] }, 'low[0] is not a finite number'],
    [{ ...bars, volume: ['5', 0] }, 'volume[0] is not a finite number'],
    [{ ...bars, open: new Array(2) }, 'open[0] is not a finite number'],
    [{ ...bars, close: Float64Array.of(1, Number.NaN) }, 'close[1] is not a finite number'],
    [{ ...bars, close: Float32Array.of(1, 2) }, 'close is not an array of numbers'],
    [{ ...bars, volume: undefined }, 'volume is not an array of numbers'],
    [{}, 'open is not an array of numbers'],
    [null, 'open is not an array of numbers'],
    ['bars', 'open is not an array of numbers'],
  ])('rejects %j', (value, reason) => {
    expect(check(value)).toThrow(IndicatorError);
    expect(check(value)).toThrow(expect.objectContaining({ code: 'BAD_BARS' }));
    expect(check(value)).toThrow(`The bars cannot be used: ${reason}`);
  });
});
