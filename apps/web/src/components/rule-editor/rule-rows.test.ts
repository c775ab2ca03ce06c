import { parseRule, printRule } from '@stockbook/rules/language';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#testing/catalogue.ts';
import { type Operand, operandProblem, type RuleRow, rowsAsText, rowsOfRule } from './rule-rows.ts';

function rowsOf(text: string) {
  const { rule } = parseRule(text, catalogue);
  if (!rule) throw new Error(`${text} is not a rule`);
  return rowsOfRule(rule, catalogue);
}

const seriesName = fc.constantFrom('open', 'high', 'low', 'close', 'volume' as const);
const barsAgo = fc.oneof(fc.constant(''), fc.integer({ min: 1, max: 250 }).map(String));
const series = fc.record({ kind: fc.constant('series' as const), name: seriesName, barsAgo });
const number = fc.record({
  kind: fc.constant('number' as const),
  text: fc.integer({ min: -100_000, max: 100_000 }).map((cents) => String(cents / 100)),
});
const call = fc.constantFrom(...catalogue).chain(({ function: name, inputs, parameters, outputs }) =>
  fc.record({
    kind: fc.constant('call' as const),
    function: fc.constant(name),
    parameters: fc.tuple(...parameters.map(() => fc.integer({ min: 2, max: 300 }).map(String))),
    input:
      inputs.length === 1 ? fc.constantFrom(null, 'open' as const, 'volume' as const) : fc.constant(null),
    output: fc.constantFrom(null, ...outputs.slice(1)),
    barsAgo,
  }),
);
const operand: fc.Arbitrary<Operand> = fc.oneof(series, number, call);
const row: fc.Arbitrary<RuleRow> = fc.record({
  id: fc.constant(0),
  joiner: fc.constantFrom('and', 'or'),
  left: fc.oneof(series, call),
  operator: fc.constantFrom('>', '>=', '<', '<=', 'crosses above', 'crosses below', 'crosses'),
  right: operand,
});
const touch = fc
  .record({ id: fc.constant(0), joiner: fc.constantFrom('and' as const, 'or' as const), right: operand })
  .map(
    (rest): RuleRow => ({
      ...rest,
      left: { kind: 'series', name: 'close', barsAgo: '' },
      operator: 'touches',
    }),
  );
const someRows = fc.array(fc.oneof({ weight: 4, arbitrary: row }, touch), { minLength: 1, maxLength: 5 });

describe('a rule in rows', () => {
  it('keeps a rule that is written as text and shown as rows again', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const { rule, errors } = parseRule(rowsAsText(rows).text, catalogue);
        expect(errors).toEqual([]);
        if (!rule) return;
        const again = rowsOfRule(rule, catalogue);
        const [first, ...rest] = rows;
        expect(again.rows?.map((one) => ({ ...one, id: 0 }))).toEqual([{ ...first, joiner: 'and' }, ...rest]);
        expect(rowsAsText(again.rows ?? []).text).toBe(printRule(rule));
      }),
      { numRuns: 500 },
    );
  });

  it('names the side at each position of its text', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const { text, spans } = rowsAsText(rows);
        const sides = spans.map(({ offset, length }) => text.slice(offset, offset + length));
        const texts = rows.flatMap((one) => {
          const single = rowsAsText([one]);
          return single.spans.map(({ offset, length }) => single.text.slice(offset, offset + length));
        });
        expect(sides).toEqual(texts);
      }),
    );
  });

  it('shows a chain of "and" and "or" without parentheses', () => {
    const { rows } = rowsOf('rsi() > 70 and close > sma(volume, 20)[2] or price touches 187.50');
    expect(rows?.map(({ joiner, operator }) => [joiner, operator])).toEqual([
      ['and', '>'],
      ['and', '>'],
      ['or', 'touches'],
    ]);
    expect(rows?.[1]?.right).toEqual({
      kind: 'call',
      function: 'SMA',
      parameters: ['20'],
      input: 'volume',
      output: null,
      barsAgo: '2',
    });
    expect(rows?.[2]?.right).toEqual({ kind: 'number', text: '187.5' });
  });

  it.each([
    ['not close > 10', 'not close > 10'],
    ['close > 10 and (rsi() > 70 or rsi() < 30)', '(rsi(14) > 70 or rsi(14) < 30)'],
    ['volume > 2 * sma(volume, 20)', '2 * sma(volume, 20)'],
    ['sma(rsi(14), 9) > 50', 'sma(rsi(14), 9)'],
    ['close > 30[1]', '30[1]'],
    ['price touches -sma(20)', '-sma(20)'],
  ])('does not show %s, and names the reason', (text, problem) => {
    expect(rowsOf(text)).toEqual({ rows: null, problem });
  });
});

describe('operandProblem', () => {
  it.each(['30', '-100', ' 187.5 '])('accepts the number "%s"', (text) => {
    expect(operandProblem({ kind: 'number', text })).toBeNull();
  });

  it.each(['', '1e3', '.5', '30 or close > 5'])('rejects "%s" as a number', (text) => {
    expect(operandProblem({ kind: 'number', text })).toBe('Enter a number, for example 30 or 187.5');
  });

  it('rejects other texts than numbers in settings and bars', () => {
    const sma: Operand = {
      kind: 'call',
      function: 'SMA',
      parameters: ['20), 1'],
      input: null,
      output: null,
      barsAgo: '',
    };
    expect(operandProblem(sma)).toBe('Enter a number for each setting of SMA');
    expect(operandProblem({ kind: 'series', name: 'close', barsAgo: '-1' })).toBe(
      'Bars ago must be a whole number from 0 to 250',
    );
  });
});
