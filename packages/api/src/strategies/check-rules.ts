import { catalogue } from '@stockbook/indicators';
import { describeRule, numbersOf, type Rule } from '@stockbook/rules';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { isListMissing, unknownListProblem } from './list-of-scope.ts';
import { limitBounds, limitNames, lookBackOf, readRules } from './read-rules.ts';
import type { CheckedRules, checkRulesInput } from './schemas.ts';

/** Checks rules of the caller and says what a sweep can vary. Stores nothing. */
export async function checkRules(
  { em, user }: UserContext,
  { rules }: z.output<typeof checkRulesInput>,
): Promise<CheckedRules> {
  const { entry, exit, runnable, problems } = readRules(rules);
  const isListUnknown = await isListMissing(em, user.id, runnable?.scope);
  return {
    runnable: runnable !== null && !isListUnknown,
    sentences: { entry: entry && describeRule(entry), exit: exit && describeRule(exit) },
    problems: [...problems, ...(isListUnknown ? [unknownListProblem] : [])],
    look_back: runnable && lookBackOf(runnable),
    numbers: runnable
      ? [
          ...numbersIn('entry', runnable.entry),
          ...(runnable.exit ? numbersIn('exit', runnable.exit) : []),
          ...limitNames.map((name) => {
            const { above, min, below, max } = limitBounds[name];
            return {
              address: name,
              label: limitLabels[name],
              value: runnable.limits[name],
              min: min ?? above ?? null,
              max: max ?? below ?? null,
            };
          }),
        ]
      : [],
  };
}

const limitLabels = {
  stop_loss_percent: 'stop-loss in percent',
  take_profit_percent: 'take-profit in percent',
  max_bars: 'longest time in bars',
};

function numbersIn(name: 'entry' | 'exit', rule: Rule): CheckedRules['numbers'] {
  return numbersOf(rule, catalogue).map(({ label, value, min, max }, index) => ({
    address: `${name}[${index}]`,
    label,
    value,
    min,
    max,
  }));
}
