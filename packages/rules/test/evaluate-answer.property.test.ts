import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BarColumns, printRule, type Rule, RuleEvaluation, truth } from '../src/index.ts';
import { answer } from '../src/thread/evaluate-answer.ts';
import type { RuleRequest, RuleResult } from '../src/thread/evaluate-in-thread.ts';
import { randomBars } from './random-bars.ts';
import { randomRule } from './random-rules.ts';
import { takeSteps } from './take-steps.ts';

const resultsOf = (bars: BarColumns, rules: readonly RuleRequest[]) =>
  takeSteps(answer({ bars, rules, maxDurationMs: 1_000 })).results;

const randomRequest = fc.record({
  isFirst: fc.boolean(),
  everyBar: fc.boolean(),
  after: fc.integer({ min: -1, max: 59 }),
  maxEvents: fc.nat({ max: 5 }),
});

/** The answer to one request, from the truth on all bars. */
function plainResult(bars: BarColumns, rule: Rule, { everyBar, after, maxEvents }: RuleRequest): RuleResult {
  const evaluation = new RuleEvaluation(bars);
  const truths = [...evaluation.truthOf(rule)];
  const found = truths.flatMap((value, bar) =>
    bar > after && value === truth.true && (everyBar || truths[bar - 1] === truth.false) ? [bar] : [],
  );
  const eventAt = (bar: number) => ({ bar, values: evaluation.operandValues(rule, bar) });
  const last = truths.length - 1;
  return {
    events: found.filter((_, index) => index >= found.length - maxEvents).map(eventAt),
    total: found.length,
    trueSince:
      truths[last] === truth.true
        ? { ...eventAt(last), bar: truths.findLastIndex((value) => value !== truth.true) + 1 }
        : null,
  };
}

describe('answer', () => {
  it('finds the same events for each request, whether or not others share its text', () => {
    fc.assert(
      fc.property(
        fc.tuple(randomRule, randomRule),
        randomBars(60),
        fc.array(randomRequest, { maxLength: 6 }),
        ([first, second], bars, choices) => {
          const cases = choices.map(({ isFirst, after, ...request }) => {
            const rule = isFirst ? first : second;
            const text = printRule(rule);
            return { rule, request: { ...request, text, after: Math.min(after, bars.close.length - 1) } };
          });
          expect(
            resultsOf(
              bars,
              cases.map(({ request }) => request),
            ),
          ).toEqual(cases.map(({ rule, request }) => plainResult(bars, rule, request)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('finds since when a rule is true over hundreds of bars', () => {
    const close = Float64Array.from({ length: 600 }, (_, bar) => (bar === 99 ? 1 : 2));
    const bars = { open: close, high: close, low: close, close, volume: close };
    const request = { everyBar: false, after: 599, maxEvents: 0 };
    const rules = ['close > 1', 'close > 0', 'close > 2'].map((text) => ({ ...request, text }));
    expect(
      resultsOf(bars, rules).map((result) => ('failure' in result ? result : result.trueSince?.bar)),
    ).toEqual([100, 0, undefined]);
  });

  it('answers the other rules when a column that one reads is not finite', () => {
    const close = Float64Array.of(1, 2, 3);
    const bars = { open: close, high: close, low: Float64Array.of(1, Number.NaN, 3), close, volume: close };
    const request = { everyBar: true, after: -1, maxEvents: 0 };
    const rules = ['atr(1) > 0', 'sma(2) > 0'].map((text) => ({ ...request, text }));
    expect(resultsOf(bars, rules)).toMatchObject([
      { failure: 'error', reason: expect.stringContaining('low[1] is not a finite number') },
      { total: 2 },
    ]);
  });

  it('answers the other rules when one is not valid', () => {
    const close = Float64Array.of(1);
    const bars = { open: close, high: close, low: close, close, volume: close };
    const rules = ['close > 0', 'smma(10) > close'].map((text) => ({
      text,
      everyBar: true,
      after: -1,
      maxEvents: 1,
    }));
    expect(resultsOf(bars, rules)).toMatchObject([{ total: 1 }, { failure: 'invalid' }]);
  });
});
