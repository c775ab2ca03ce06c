import type { ArmedRule, FloatColumns } from '@stockbook/db';
import {
  type EvaluationAnswer,
  type EvaluationRequest,
  evaluateInThread,
  type RuleEvent,
} from '@stockbook/rules';
import type { Services } from '../../context.ts';
import { doneTo, type Prepared } from './evaluation.ts';
import { inTurns } from './in-turns.ts';
import type { Split } from './rescale-rules.ts';
import { rescaled } from './rescale-rules.ts';

/** Of calculation, for all rules of a stock: it delays the storing of its bars. Users take turns, so that no user spends it alone. */
const maxDurationMs = 5_000;

/** Per rule and refresh: the bars of some years without a refresh. */
const maxEvents = 1_000;

/** A bar on which a rule gives a signal. */
export type FiringBar = Pick<RuleEvent, 'values'> & { readonly date: string; readonly close: number };

/** Identifies what the evaluation of a rule depends on, besides the bars. */
export const keyOf = (rule: ArmedRule) =>
  JSON.stringify([
    rule.condition,
    rule.trigger,
    rule.quietBars,
    rule.armedFrom,
    rule.evaluatedTo,
    rule.lastSignalDate,
  ]);

interface NewBars {
  readonly bars: FloatColumns;
  /** The split by which the bars restate the stored ones. */
  readonly split: Split | null;
  /** The last stored bar. */
  readonly previousDate: string;
}

/** Evaluates rules in a thread, before the stock is locked. @returns the evaluations by the rule's id */
export async function prepareRules(
  { observer, log }: Pick<Services, 'observer' | 'log'>,
  rules: readonly ArmedRule[],
  { bars, split, previousDate }: NewBars,
): Promise<Map<string, Prepared<readonly FiringBar[]>>> {
  const evaluated = inTurns(rules).map((rule) =>
    split && rule.scope === 'stock'
      ? { ...rule, condition: rescaled(rule.condition, split).condition }
      : rule,
  );
  const { open, high, low, close, volume } = bars;
  const start = performance.now();
  const results = await evaluate(log, {
    bars: { open, high, low, close, volume },
    rules: evaluated.map((rule) => ({
      text: rule.condition,
      everyBar: rule.trigger === 'every_bar',
      after: lastIndexUpTo(bars, doneTo(rule, previousDate)),
      maxEvents,
    })),
    maxDurationMs,
  });
  observer.ruleEvaluation({ seconds: (performance.now() - start) / 1000 });
  return new Map(
    evaluated.map((rule, index): [string, Prepared<readonly FiringBar[]>] => {
      const key = keyOf(rule);
      const answer = results[index] ?? { failure: 'error', reason: 'no answer' };
      if (!('failure' in answer)) {
        const result = firingBars(rule, answer.events, bars);
        return [rule.id, { key, result, problem: null, isLate: false }];
      }
      const { failure, reason } = { reason: undefined, ...answer };
      log.warn({ ruleId: rule.id, failure, reason }, 'a rule could not be evaluated');
      return [rule.id, { key, result: null, problem: problems[failure], isLate: failure !== 'invalid' }];
    }),
  );
}

/** Without an answer if the thread fails: that must not prevent the bars from being stored. */
async function evaluate(
  log: Services['log'],
  request: EvaluationRequest,
): Promise<EvaluationAnswer['results']> {
  try {
    return (await evaluateInThread(request)).results;
  } catch (err) {
    log.error({ err }, 'failed to evaluate the rules of a stock');
    return [];
  }
}

const problems = {
  late: 'The rules of this stock take too long, so this one waits for the next refresh. Simplify it',
  invalid: 'This version of Stockbook cannot read the rule. Write it again',
  error: 'The rule could not be evaluated. It is tried again with the next refresh',
};

const lastIndexUpTo = ({ date }: FloatColumns, day: string) => date.findLastIndex((other) => other <= day);

/** Leaves out events on quiet bars, and for a rule that gives one signal all but the first. */
function firingBars(
  { trigger, quietBars, lastSignalDate }: ArmedRule,
  events: readonly RuleEvent[],
  bars: FloatColumns,
): FiringBar[] {
  let lastBar = lastSignalDate === null ? Number.NEGATIVE_INFINITY : lastIndexUpTo(bars, lastSignalDate);
  const loud = events.filter(({ bar }) => {
    if (bar - lastBar <= quietBars) return false;
    lastBar = bar;
    return true;
  });
  return loud
    .slice(0, trigger === 'once' ? 1 : undefined)
    .map(({ bar, values }) => ({ date: bars.date[bar] ?? '', close: bars.close[bar] ?? 0, values }));
}
