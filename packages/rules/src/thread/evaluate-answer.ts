import { within } from '@stockbook/indicators';
import {
  type BarColumns,
  becomesTrueAt,
  RuleEvaluation,
  type TruthColumn,
  truth,
} from '../evaluate/index.ts';
import type { Rule } from '../language/index.ts';
import { readRule } from '../read-rule.ts';
import type {
  EvaluationAnswer,
  EvaluationRequest,
  RuleEvent,
  RuleFailure,
  RuleRequest,
  RuleResult,
} from './evaluate-in-thread.ts';

/** Runs in a thread of `evaluateInThread`. */
export function* answer({
  bars,
  rules,
  maxDurationMs,
}: EvaluationRequest<BarColumns>): Generator<undefined, EvaluationAnswer, number> {
  const evaluation = new RuleEvaluation(bars);
  const truths = new Map<string, Truth | null>();
  const firstBars = firstBarsOf(rules);
  function* truthOf(text: string): Generator<undefined, Truth | null> {
    const known = truths.get(text);
    if (known !== undefined) return known;
    // A catalogue of a later version may have lost a function.
    const { rule } = readRule(text);
    if (rule) yield* evaluation.calculate(rule);
    const evaluated = rule && evaluateFrom(evaluation, rule, firstBars.get(text) ?? 0, bars.close.length);
    truths.set(text, evaluated);
    return evaluated;
  }
  function* answerTo(request: RuleRequest): Generator<undefined, RuleResult | RuleFailure> {
    const ofText = yield* truthOf(request.text);
    return ofText ? resultOf(evaluation, ofText, request) : { failure: 'invalid' };
  }
  const results: EvaluationAnswer['results'][number][] = [];
  for (const request of rules) {
    try {
      results.push((yield* within(maxDurationMs, answerTo(request))) ?? { failure: 'late' });
    } catch (error) {
      // The other rules of the stock belong to other users.
      results.push({ failure: 'error', reason: String(error) });
    }
  }
  return { results, usedMs: yield };
}

/** The truth of a rule, which all requests with its text share: it is evaluated once, however many users have it. */
interface Truth {
  readonly rule: Rule;
  /** The bar of the first row of `column`. */
  readonly from: number;
  readonly column: TruthColumn;
  readonly trueSince: RuleEvent | null;
}

/** The first bar that any request with the same text needs: the one before those that it reports. */
function firstBarsOf(rules: readonly RuleRequest[]): Map<string, number> {
  const firstBars = new Map<string, number>();
  for (const { text, after } of rules) {
    firstBars.set(text, Math.max(0, Math.min(after, firstBars.get(text) ?? after)));
  }
  return firstBars;
}

function evaluateFrom(evaluation: RuleEvaluation, rule: Rule, from: number, barCount: number): Truth {
  const since = firstOfLastRun(evaluation, rule, barCount);
  return {
    rule,
    from,
    column: evaluation.truthOf(rule, from),
    trueSince: since === barCount ? null : { ...eventAt(evaluation, rule, barCount - 1), bar: since },
  };
}

/** The first bar since which the rule has been true up to the last bar; `barCount` if it is not true there. */
function firstOfLastRun(evaluation: RuleEvaluation, rule: Rule, barCount: number): number {
  for (let rows = 32; ; rows *= 8) {
    const from = Math.max(0, barCount - rows);
    const lastOther = evaluation.truthOf(rule, from).findLastIndex((value) => value !== truth.true);
    if (lastOther !== -1 || from === 0) return from + lastOther + 1;
  }
}

function eventAt(evaluation: RuleEvaluation, rule: Rule, bar: number): RuleEvent {
  return { bar, values: evaluation.operandValues(rule, bar) };
}

function resultOf(
  evaluation: RuleEvaluation,
  { rule, from, column, trueSince }: Truth,
  { everyBar, after, maxEvents }: RuleRequest,
): RuleResult {
  const bars: number[] = [];
  for (let row = after + 1 - from; row < column.length; row++) {
    if (everyBar ? column[row] === truth.true : becomesTrueAt(column, row)) bars.push(from + row);
  }
  return {
    events: bars.slice(Math.max(0, bars.length - maxEvents)).map((bar) => eventAt(evaluation, rule, bar)),
    total: bars.length,
    trueSince,
  };
}
