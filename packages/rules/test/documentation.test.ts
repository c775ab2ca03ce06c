import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type BarColumns, describeRule, printRule, RuleEvaluation, readRule, truth } from '../src/index.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The rows of the table below a heading: the rule and the other cell. */
function tableBelow(heading: string): { text: string; cell: string }[] {
  const [, section = ''] = read('../../../docs/rules.md').split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `(.+?)`\s*\| (.+?)\s*\|$/gm)].map(([, text = '', cell = '']) => ({
    text,
    cell,
  }));
}

const examples = tableBelow('Worked examples');
const corpus: { series: Record<string, Record<keyof BarColumns, number[]>> } = JSON.parse(
  read('fixtures/corpus.json'),
);
const evaluations = Object.values(corpus.series).map(
  ({ open, high, low, close, volume }) =>
    new RuleEvaluation({
      open: Float64Array.from(open),
      high: Float64Array.from(high),
      low: Float64Array.from(low),
      close: Float64Array.from(close),
      volume: Float64Array.from(volume),
    }),
);

describe('docs/rules.md', () => {
  it('has twenty worked examples', () => {
    expect(examples).toHaveLength(20);
  });

  it.each(examples)('shows the canonical text and the sentence of $text', ({ text, cell }) => {
    const { rule } = readRule(text);
    expect(rule && printRule(rule)).toBe(text);
    expect(rule && describeRule(rule)).toBe(cell);
  });

  it.each(examples)('shows with $text a rule that is true or false on some bars', ({ text }) => {
    const { rule } = readRule(text);
    if (!rule) throw new Error(`Not a rule: ${text}`);
    const values = evaluations.flatMap((evaluation) => [...evaluation.truthOf(rule)]);
    expect(values.some((value) => value !== truth.unknown)).toBe(true);
  });

  it.each(tableBelow('Errors'))('shows the error of $text', ({ text, cell }) => {
    expect(readRule(text).errors.map(({ message }) => message)).toEqual([cell]);
  });

  it('shows errors', () => {
    expect(tableBelow('Errors').length).toBeGreaterThan(5);
  });
});
