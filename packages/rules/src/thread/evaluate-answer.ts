import { catalogue } from '@stockbook/indicators';
import { RuleEvaluation, truth } from '../evaluate/index.ts';
import { becomesTrueAt } from '../evaluate/truth.ts';
import { parseRule, type Rule } from '../language/index.ts';
import type {
  EvaluationRequest,
  RuleEvent,
  RuleFailure,
  RuleRequest,
  RuleResult,
} from './evaluate-in-thread.ts';

/** Runs in a thread of `evaluateInThread`. */
export function answer({ bars, rules, maxDurationMs }: EvaluationRequest): (RuleResult | RuleFailure)[] {
  const end = performance.now() + maxDurationMs;
  const { open, high, low, close, volume } = bars;
  const evaluation = new RuleEvaluation({
    open: Float64Array.from(open),
    high: Float64Array.from(high),
    low: Float64Array.from(low),
    close: Float64Array.from(close),
    volume: Float64Array.from(volume),
  });
  return rules.map((request) => {
    if (performance.now() > end) return { failure: 'late' };
    // A catalogue of a later version may have lost a function.
    const { rule } = parseRule(request.text, catalogue);
    if (!rule) return { failure: 'invalid' };
    try {
      return resultOf(evaluation, rule, request);
    } catch (error) {
      // The other rules of the stock belong to other users.
      return { failure: 'error', reason: String(error) };
    }
  });
}

function resultOf(
  evaluation: RuleEvaluation,
  rule: Rule,
  { everyBar, after, maxEvents }: RuleRequest,
): RuleResult {
  const column = evaluation.truthOf(rule);
  const eventAt = (bar: number): RuleEvent => ({ bar, values: evaluation.operandValues(rule, bar) });
  const bars: number[] = [];
  for (let bar = after + 1; bar < column.length; bar++) {
    if (everyBar ? column[bar] === truth.true : becomesTrueAt(column, bar)) bars.push(bar);
  }
  const last = column.length - 1;
  let trueSince = last + 1;
  while (column[trueSince - 1] === truth.true) trueSince -= 1;
  return {
    events: bars.slice(Math.max(0, bars.length - maxEvents)).map(eventAt),
    total: bars.length,
    trueSince: trueSince > last ? null : { ...eventAt(last), bar: trueSince },
  };
}
