import { describe, expect, it } from 'vitest';
import { IndicatorError } from '../indicator-error.ts';
import { callTulind, callTulindSingle, nonFiniteToZero } from './tulind.ts';

const prices = [1, 2, 3, 4, 5];

describe('callTulind', () => {
  it('gives the lines of a function', () => {
    expect(callTulind('sma', [prices], [2])).toEqual([[1.5, 2.5, 3.5, 4.5]]);
    expect(callTulindSingle('sum', [prices], [5])).toEqual([15]);
  });

  it('leaves its inputs alone', () => {
    const inputs = [Object.freeze([...prices])];
    callTulind('ema', inputs, [3]);
    expect(inputs).toEqual([prices]);
  });

  it.each([
    ['a function that there is none of', 'foo', [prices], []],
    ['too few bars', 'sma', [prices], [6]],
    ['no bars', 'tr', [[], [], []], []],
    ['a first row before bar 0', 'zlema', [prices], [1]],
    ['a first row just before bar 0', 'zlema', [prices], [2]],
    ['columns of unequal length', 'medprice', [prices, [1]], []],
    ['a period that overflows', 'cci', [prices, prices, prices], [2 ** 30]],
    ['a period that is no number', 'sma', [prices], [Number.NaN]],
    ['a period below 1', 'sma', [prices], [0]],
    ['what tulind refuses itself', 'adx', [prices, prices, prices], [1]],
  ])('refuses %s', (_, name, inputs, options) => {
    expect(() => callTulind(name, inputs, options)).toThrow(IndicatorError);
    expect(() => callTulind(name, inputs, options)).toThrow(`tulind cannot calculate ${name}(`);
  });
});

it('puts 0 for what a division by zero leaves', () => {
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
