import { describe, expect, it } from 'vitest';
import { IndicatorError } from '../indicator-error.ts';
import { callTulind, callTulindSingle, nonFiniteToZero } from './tulind.ts';

const prices = [1, 2, 3, 4, 5];

describe('callTulind', () => {
  it('returns the outputs of a function', () => {
    expect(callTulind('sma', [prices], [2])).toEqual([[1.5, 2.5, 3.5, 4.5]]);
    expect(callTulindSingle('sum', [prices], [5])).toEqual([15]);
  });

  it('does not change its inputs', () => {
    const inputs = [Object.freeze([...prices])];
    callTulind('ema', inputs, [3]);
    expect(inputs).toEqual([prices]);
  });

  it.each([
    ['an unknown function', 'foo', [prices], []],
    ['too few bars', 'sma', [prices], [6]],
    ['no bars', 'tr', [[], [], []], []],
    ['a first value before bar 0', 'zlema', [prices], [1]],
    ['a first value just before bar 0', 'zlema', [prices], [2]],
    ['inputs of unequal length', 'medprice', [prices, [1]], []],
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
    nonFiniteToZero([
      [1, Number.NaN, -2],
      [Infinity, 0, -Infinity],
    ]),
  ).toEqual([
    [1, 0, -2],
    [0, 0, 0],
  ]);
});
