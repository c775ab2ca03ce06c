import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, decimal } from './decimal.ts';

/** A decimal text of up to 15 digits, as transactions have them. */
const text = fc
  .tuple(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.nat(12))
  .map(([digits, scale]) => `${digits}e-${scale}`);
const numRuns = 500;

describe('decimal', () => {
  it.each([
    ['0.10', '0.1'],
    ['-12.5', '-12.5'],
    ['1e-9', '0.000000001'],
    ['1.5e+21', '1500000000000000000000'],
    [5e-324 * 2 ** 52, '0.00'],
    [0.1 + 0.2, '0.30000000000000004'],
    [-0, '0'],
  ])('reads %s', (value, shown) => {
    expect(decimal(value).toString().slice(0, shown.length)).toBe(shown);
    expect(decimal(value).toNumber()).toBe(Number(value) + 0);
  });

  it.each(['', 'x', '1,5', '.5', Number.NaN, Number.POSITIVE_INFINITY])('rejects %s', (value) => {
    expect(() => decimal(value)).toThrow(`"${value}" is not a decimal number`);
  });
});

describe('Decimal', () => {
  it('loses nothing in sums and products', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const [x, y, z] = [decimal(a), decimal(b), decimal(c)];
        expect(x.plus(y).minus(y).cmp(x)).toBe(0);
        expect(
          x
            .plus(y)
            .times(z)
            .cmp(x.times(z).plus(y.times(z))),
        ).toBe(0);
        expect(x.plus(y).toNumber()).toBe(Number(x.plus(y).toString()));
      }),
      { numRuns },
    );
  });

  it('keeps at least 30 digits of a quotient', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [x, y] = [decimal(a), decimal(b)];
        if (y.isZero()) return;
        const error = x.div(y).times(y).minus(x).abs();
        expect(error.times(decimal('1e30')).lte(x.abs())).toBe(true);
      }),
      { numRuns },
    );
  });

  it('orders numbers as doubles do', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (a, b) => {
          const [x, y] = [decimal(a), decimal(b)];
          expect([x.lt(y), x.lte(y), x.eq(y), x.gte(y), x.gt(y)]).toEqual([
            a < b,
            a <= b,
            a === b,
            a >= b,
            a > b,
          ]);
          expect([Decimal.min(x, y).toNumber(), Decimal.max(x, y).toNumber()]).toEqual([
            Math.min(a, b) + 0,
            Math.max(a, b) + 0,
          ]);
          expect([x.neg().toNumber(), x.abs().toNumber()]).toEqual([0 - a, Math.abs(a)]);
        },
      ),
      { numRuns },
    );
  });

  it.each([
    ['2.5', 0, '3', '2'],
    ['-2.5', 0, '-3', '-2'],
    ['1.2345', 2, '1.23', '1.23'],
    ['1.235', 2, '1.24', '1.23'],
    ['7', 2, '7', '7'],
  ])('rounds %s to %i decimals', (value, places, halfUp, down) => {
    expect(decimal(value).toDecimalPlaces(places).toString()).toBe(halfUp);
    expect(decimal(value).toDecimalPlaces(places, 'down').toString()).toBe(down);
  });

  it('detects values below a power of ten', () => {
    expect(
      ['0', '1e-25', '-1e-25', '1e-24', '1', '-1e-24'].map((value) => decimal(value).isBelow(24)),
    ).toEqual([...[true, true, true, false, false, false]]);
  });

  it('reduces fractions', () => {
    expect(Decimal.reduce(decimal('2.5'), decimal(10)).map(String)).toEqual(['1', '4']);
    expect(Decimal.reduce(decimal(7), decimal(3)).map(String)).toEqual(['7', '3']);
  });

  it('throws when it divides by 0', () => {
    expect(() => decimal(1).div(0)).toThrow(RangeError);
  });
});
