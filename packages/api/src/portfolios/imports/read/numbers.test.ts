import { describe, expect, it } from 'vitest';
import { codeOf, DecimalMarks, readNumber } from './numbers.ts';

describe('readNumber', () => {
  it.each([
    ['1234.5', 'point', '1234.5'],
    ['1,234.56', 'point', '1234.56'],
    ['12,34,567.8', 'point', '1234567.8'],
    ["1'234.50", 'point', '1234.5'],
    ['1’234.50', 'point', '1234.5'],
    ['1.234,56', 'comma', '1234.56'],
    ['1 234,56', 'comma', '1234.56'],
    ['1\u202f234,56', 'comma', '1234.56'],
    ['-$1,507.50', 'point', '-1507.5'],
    ['$-1,507.50', 'point', '-1507.5'],
    ['($1,507.50)', 'point', '-1507.5'],
    ['1.234,56 EUR', 'comma', '1234.56'],
    ['EUR 1.234,56', 'comma', '1234.56'],
    ['US$12', 'point', '12'],
    ['12,50 €', 'comma', '12.5'],
    ['−3', 'point', '-3'],
    ['3-', 'point', '-3'],
    ['+.5', 'point', '0.5'],
    ['1e-7', 'point', '0.0000001'],
    ['0,00', 'comma', '0'],
    ['135.97000000000003', 'point', '135.97'],
    ['0.123456789012', 'point', '0.123456789'],
  ] as const)('reads %s with a decimal %s as %s', (text, mark, number) => {
    expect(readNumber(text, mark)).toBe(number);
  });

  it.each([
    ['1,50', 'point'],
    ['1.50', 'comma'],
    ['1,2,3', 'point'],
    ['12 %', 'point'],
    ['ten', 'point'],
    ['1.2.3', 'point'],
    ['(1', 'point'],
    ['1/2', 'point'],
    ['', 'point'],
    ['-', 'point'],
  ] as const)('rejects %s with a decimal %s', (text, mark) => {
    expect(readNumber(text, mark)).toBeNull();
  });
});

describe('DecimalMarks', () => {
  const marksOf = (...values: readonly string[]) => {
    const marks = new DecimalMarks(null);
    for (const value of values) marks.add(0, value);
    return marks;
  };

  it.each([
    [['1,5'], 'comma'],
    [['1.5'], 'point'],
    [['1.234', '2,5'], 'comma'],
    [['1,234', '2.5'], 'point'],
    [['1.234.567'], 'comma'],
    [['1,234,567'], 'point'],
    [['0,125'], 'comma'],
    [['0.125'], 'point'],
    [['1.234,5'], 'comma'],
    [['12345,678'], 'comma'],
  ] as const)('finds the mark of a column with %j: a %s', (values, mark) => {
    expect(marksOf(...values).markFor(0, '1,234')).toBe(mark);
  });

  it('takes the mark of the other columns for one that has only numbers like 1,234', () => {
    const marks = marksOf('1,5');
    marks.add(1, '1,234');
    expect(marks.markFor(1, '1,234')).toBe('comma');
  });

  it('does not decide a number like 1,234 that stands alone, and needs no mark for a whole number', () => {
    const marks = marksOf('1,234', '12');
    expect([marks.markFor(0, '1,234'), marks.markFor(0, '12')]).toEqual([null, 'point']);
  });

  it('takes the mark that was chosen', () => {
    const marks = new DecimalMarks('comma');
    marks.add(0, '1.5');
    expect(marks.markFor(0, '1.5')).toBe('comma');
  });
});

it.each([
  ['1.234,56 EUR', 'EUR'],
  ['USD -12', 'USD'],
  ['12.50', null],
  ['$12', null],
])('finds the currency of %s: %s', (text, code) => {
  expect(codeOf(text)).toBe(code);
});
