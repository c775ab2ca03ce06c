import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barsBecomingTrue,
  columnsReadBy,
  RuleEvaluation,
  ruleLookBack,
  type SeriesName,
  truth,
} from '../src/index.ts';
import { firstBars, randomBars } from './random-bars.ts';
import { randomRule } from './random-rules.ts';

describe('evaluation', () => {
  it('never throws and never reads a later bar, in more than 20,000 samples of rule and bar', () => {
    let samples = 0;
    fc.assert(
      fc.property(randomRule, randomBars(90), fc.array(fc.nat(), { maxLength: 4 }), (rule, bars, cuts) => {
        const all = new RuleEvaluation(bars).truthOf(rule);
        expect(all).toHaveLength(bars.close.length);
        for (const cut of cuts) {
          const count = cut % (bars.close.length + 1);
          expect(new RuleEvaluation(firstBars(bars, count)).truthOf(rule)).toEqual(all.subarray(0, count));
          samples += count;
        }
      }),
      { numRuns: 600 },
    );
    expect(samples).toBeGreaterThan(20_000);
  });

  it('has the same truth on the last bars, however many of them are evaluated', () => {
    fc.assert(
      fc.property(randomRule, randomBars(60), fc.nat({ max: 60 }), (rule, bars, cut) => {
        const from = Math.min(cut, bars.close.length);
        const evaluation = new RuleEvaluation(bars);
        expect(evaluation.truthOf(rule, from)).toEqual(evaluation.truthOf(rule).subarray(from));
      }),
      { numRuns: 300 },
    );
  });

  it('needs no other columns than those that it names', () => {
    fc.assert(
      fc.property(randomRule, randomBars(60), (rule, bars) => {
        const read = columnsReadBy(rule);
        const column = (name: SeriesName) => (read.includes(name) ? bars[name] : new Float64Array());
        const needed = new RuleEvaluation({
          open: column('open'),
          high: column('high'),
          low: column('low'),
          close: column('close'),
          volume: column('volume'),
        });
        const all = new RuleEvaluation(bars);
        const lastBar = bars.close.length - 1;
        expect(needed.truthOf(rule)).toEqual(all.truthOf(rule));
        expect(needed.operandValues(rule, lastBar)).toEqual(all.operandValues(rule, lastBar));
      }),
      { numRuns: 300 },
    );
  });

  it('evaluates rules together as it evaluates them alone', () => {
    fc.assert(
      fc.property(fc.array(randomRule, { maxLength: 5 }), randomBars(60), (rules, bars) => {
        const together = new RuleEvaluation(bars);
        for (const rule of rules) {
          expect(together.truthOf(rule)).toEqual(new RuleEvaluation(bars).truthOf(rule));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('follows the laws of three-valued logic for any conditions', () => {
    fc.assert(
      fc.property(randomRule, randomRule, randomBars(60), (one, other, bars) => {
        const evaluation = new RuleEvaluation(bars);
        const of = evaluation.truthOf.bind(evaluation);
        const not = (condition: typeof one) => ({ type: 'not' as const, condition, isGrouped: true });
        const join = (type: 'and' | 'or', ...conditions: (typeof one)[]) => ({ type, conditions });
        expect(of(not(not(one)))).toEqual(of(one));
        expect(of(not(join('and', one, other)))).toEqual(of(join('or', not(one), not(other))));
        expect(of(join('or', one, other))).toEqual(of(join('or', other, one)));
        expect(of(join('and', one, join('or', one, other)))).toEqual(of(one));
        // Excluded middle does not hold: it is true wherever the condition is known.
        const middle = of(join('or', one, not(one)));
        expect(middle).toEqual(
          of(one).map((value) => (value === truth.unknown ? truth.unknown : truth.true)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('becomes true only where the rule is true after being known to be false', () => {
    fc.assert(
      fc.property(randomRule, randomBars(60), (rule, bars) => {
        const column = new RuleEvaluation(bars).truthOf(rule);
        for (const bar of barsBecomingTrue(column)) {
          expect([column[bar - 1], column[bar]]).toEqual([truth.false, truth.true]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('knows not all operands of a comparison on the bar before its look-back', () => {
    fc.assert(
      fc.property(randomRule, randomBars(60), (rule, bars) => {
        const lookBack = ruleLookBack(rule);
        fc.pre(rule.type === 'comparison' && lookBack >= 1 && lookBack <= bars.close.length);
        const values = new RuleEvaluation(bars).operandValues(rule, lookBack - 1);
        expect(values.map(({ now }) => now)).toContain(null);
      }),
      { numRuns: 100 },
    );
  });
});
