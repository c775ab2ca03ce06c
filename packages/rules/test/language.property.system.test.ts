import { catalogue } from '@stockbook/indicators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completeRule,
  describePast,
  describeRule,
  numbersOf,
  parseRule,
  printRule,
  readRule,
  replaceNumbers,
  rescaleRule,
  ruleLookBack,
} from '../src/index.ts';
import { plainDigits } from '../src/language/print/format-number.ts';
import { randomRule } from './random-rules.ts';

const words = [
  ...[
    'rsi',
    'sma(',
    'macd()',
    '.macdsignal',
    'close',
    'volume',
    'price touches',
    '[1]',
    '[250]',
    '14',
    '3.5',
  ],
  ...['(', ')', ',', '>', '<=', 'crosses', 'crosses above', 'and', 'or', 'not', '+', '-', '*', '/', '='],
  ...[
    'timeperiod=',
    '&&',
    '≥',
    '.5',
    '1e3',
    '😀',
    '\ud800',
    'smma(10)',
    'abov',
    'nt',
    'sma50',
    'crossover',
    'ta.',
    'is above',
  ],
];
const wordSoup = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(' '));
const mutated = fc
  .tuple(randomRule.map(printRule), fc.nat(), fc.nat(8), fc.constantFrom('', ...words))
  .map(([text, position, length, insert]) => {
    const start = position % (text.length + 1);
    return text.slice(0, start) + insert + text.slice(start + length);
  });

describe('the language', () => {
  it('reads the canonical text of any rule back as an equal rule', () => {
    fc.assert(
      fc.property(randomRule, (rule) => {
        const text = printRule(rule);
        expect(readRule(text)).toEqual({ rule, errors: [] });
        expect(readRule(text.toUpperCase().replaceAll(' ', ' \n\t'))).toEqual({ rule, errors: [] });
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads any text without throwing, and places errors within the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), wordSoup, mutated), (text) => {
        const { rule, errors } = readRule(text);
        expect(errors.length > 0).toBe(rule === null);
        for (const { message, fix, ...span } of errors) {
          expect(message).toMatch(/^\S.*[^.]$/);
          for (const { offset, length } of [span, fix ?? span]) {
            expect(offset).toBeGreaterThanOrEqual(0);
            expect(offset + length).toBeLessThanOrEqual(text.length);
          }
        }
        if (rule) expect(readRule(printRule(rule))).toEqual({ rule, errors: [] });
      }),
      { numRuns: 3_000 },
    );
  });

  it('describes, numbers, rescales and measures any rule without throwing', () => {
    fc.assert(
      fc.property(randomRule, (rule) => {
        expect(describeRule(rule)).not.toBe('');
        expect(describePast(rule)).not.toBe('');
        expect(ruleLookBack(rule)).toBeGreaterThanOrEqual(0);
        expect(rescaleRule(rule, catalogue, 1)).toMatchObject({ rule, changes: [] });
      }),
    );
  });

  it('addresses the numbers of any rule in the order of its canonical text', () => {
    fc.assert(
      fc.property(randomRule, (rule) => {
        const printed = printRule(rule).match(/(?<![a-z_0-9.])\d+(\.\d+)?/g) ?? [];
        const numbers = numbersOf(rule, catalogue);
        expect(numbers.map(({ value }) => plainDigits(Math.abs(value)))).toEqual(printed);
        const same = new Map(numbers.map(({ value }, index) => [index, value]));
        expect(replaceNumbers(rule, catalogue, same)).toEqual(rule);
      }),
    );
  });

  it('completes at any offset of any text without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(wordSoup, mutated), fc.nat(), (text, position) => {
        const offset = position % (text.length + 1);
        const completion = completeRule(text, offset, catalogue);
        expect(completion.offset + completion.length).toBe(offset);
      }),
    );
  });

  it('writes any number in plain digits that mean the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(plainDigits(value)).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(plainDigits(value))).toBe(value);
      }),
      { numRuns: 1_000 },
    );
  });

  it('accepts the functions of another catalogue only', () => {
    expect(parseRule('rsi(14) > 70', []).errors).toEqual([
      { message: 'Unknown name "rsi"', offset: 0, length: 3 },
    ]);
  });
});
