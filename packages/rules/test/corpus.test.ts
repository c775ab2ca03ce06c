import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type BarColumns, barsBecomingTrue, RuleEvaluation, readRule, truth } from '../src/index.ts';

interface Corpus {
  series: Record<string, Record<keyof BarColumns, number[]>>;
  rules: {
    rule: string;
    /** Per series, runs of equal values: "u14f3t2" is unknown on 14 bars, then false on 3, then true on 2. */
    truth: Record<string, string>;
    becomes_true: Record<string, number[]>;
  }[];
}

const path = new URL('fixtures/corpus.json', import.meta.url);
const corpus: Corpus = JSON.parse(readFileSync(path, 'utf8'));
const evaluations = Object.entries(corpus.series).map(([name, { open, high, low, close, volume }]) => ({
  name,
  evaluation: new RuleEvaluation({
    open: Float64Array.from(open),
    high: Float64Array.from(high),
    low: Float64Array.from(low),
    close: Float64Array.from(close),
    volume: Float64Array.from(volume),
  }),
}));

const letters = new Map<number, string>([
  [truth.true, 't'],
  [truth.false, 'f'],
  [truth.unknown, 'u'],
]);

/** One letter per bar. */
function expand(runs: string): string {
  return runs.replace(/([tfu])(\d+)/g, (_, letter: string, count: string) => letter.repeat(Number(count)));
}

describe('the corpus of rules with reference dates', () => {
  it('has at least 300 rules on 7 series', () => {
    expect(corpus.rules.length).toBeGreaterThanOrEqual(300);
    expect(evaluations).toHaveLength(7);
  });

  it.each(corpus.rules)(
    'evaluates "$rule" like the reference',
    ({ rule: text, truth: references, becomes_true }) => {
      const { rule, errors } = readRule(text);
      expect(errors).toEqual([]);
      if (!rule) return;
      expect(Object.keys(references).length).toBeGreaterThan(0);
      for (const { name, evaluation } of evaluations) {
        const reference = references[name];
        if (reference === undefined) continue;
        const column = evaluation.truthOf(rule);
        const found = Array.from(column, (value) => letters.get(value)).join('');
        expect(`${name} ${found}`).toBe(`${name} ${expand(reference)}`);
        expect(barsBecomingTrue(column)).toEqual(becomes_true[name]);
      }
    },
  );
});
