import { describe, expect, it } from 'vitest';
import { IndicatorError } from '../indicator-error.ts';
import { callTulind, callTulindSingle, nonFiniteToZero } from './tulind.ts';

const prices = Float64Array.of(1, 2, 3, 4, 5);
const none = new Float64Array();

describe('callTulind', () => {
  it('returns the outputs of a function', () => {
    expect(callTulind('sma', [prices], [2])).toEqual([Float64Array.of(1.5, 2.5, 3.5, 4.5)]);
    expect(callTulindSingle('sum', [prices], [5])).toEqual(Float64Array.of(15));
  });

  it('does not change its inputs', () => {
    const input = prices.slice();
    callTulind('ema', [input], [3]);
    expect(input).toEqual(prices);
  });

  it('calculates series for which its memory grows', () => {
    const long = Float64Array.from({ length: 2_000_000 }, (_, bar) => bar);
    expect(callTulindSingle('sma', [long], [3]).at(-1)).toBe(1_999_998);
    expect(callTulindSingle('sma', [prices], [3])).toEqual(Float64Array.of(2, 3, 4));
  });

  it.each([
    ['an unknown function', 'foo', [prices], []],
    ['too few bars', 'sma', [prices], [6]],
    ['no bars', 'tr', [none, none, none], []],
    ['a first value before bar 0', 'zlema', [prices], [1]],
    ['a first value just before bar 0', 'zlema', [prices], [2]],
    ['a missing input', 'medprice', [prices], []],
    ['an option too many', 'sma', [prices], [2, 3]],
    ['inputs of unequal length', 'medprice', [prices, Float64Array.of(1)], []],
    ['a period that overflows', 'cci', [prices, prices, prices], [2 ** 30]],
    ['a period that is not a number', 'sma', [prices], [Number.NaN]],
    ['a period below 1', 'sma', [prices], [0]],
    ['options that tulind rejects itself', 'adx', [prices, prices, prices], [1]],
  ])('rejects %s', (_, name, inputs, options) => {
    expect(() => callTulind(name, inputs, options)).toThrow(IndicatorError);
    expect(() => callTulind(name, inputs, options)).toThrow(`tulind cannot calculate ${name}(`);
  });
});

it('replaces the results of divisions by zero with 0', () => {
  expect(
    nonFiniteToZero([Float64Array.of(1, Number.NaN, -2), Float64Array.of(Infinity, 0, -Infinity)]),
  ).toEqual([Float64Array.of(1, 0, -2), Float64Array.of(0, 0, 0)]);
});
