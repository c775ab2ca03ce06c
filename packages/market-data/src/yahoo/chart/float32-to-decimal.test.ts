import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { float32ToDecimal } from './float32-to-decimal.ts';

describe('float32ToDecimal', () => {
  it.each([
    [150.22999572753906, 150.23],
    [5974.06982421875, 5974.07],
    [0.09988799691200256, 0.099888],
    [741971.5625, 741971.56],
    [123.5, 123.5],
    [38000, 38000],
  ])('converts %d to %d', (wide, short) => {
    expect(float32ToDecimal(wide)).toBe(short);
  });

  it('returns other numbers unchanged', () => {
    expect(float32ToDecimal(0.1)).toBe(0.1);
    expect(float32ToDecimal(123.456789012)).toBe(123.456789012);
    expect(float32ToDecimal(Number.NaN)).toBeNaN();
  });

  it('preserves the 32-bit float and the order of prices', () => {
    const price = fc.float({ min: Math.fround(1e-4), max: 1e6, noNaN: true });
    fc.assert(
      fc.property(price, price, (one, other) => {
        expect(Math.fround(float32ToDecimal(one))).toBe(one);
        expect(Math.sign(float32ToDecimal(one) - float32ToDecimal(other))).toBe(Math.sign(one - other));
      }),
    );
  });

  it('restores every price in cents below 100,000', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (cents) => {
        expect(float32ToDecimal(Math.fround(cents / 100))).toBe(cents / 100);
      }),
    );
  });
});
