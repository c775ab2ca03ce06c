import { catalogue } from '@stockbook/indicators';
import { describeRule, numbersOf, type Rule } from '@stockbook/rules';
import type { z } from 'zod';
import { limitBounds, limitNames, lookBackOf, readRules } from './read-rules.ts';
import type { CheckedRules, checkRulesInput } from './schemas.ts';

/** Checks rules and says what a sweep can vary. Stores nothing. */
export function checkRules({ rules }: z.output<typeof checkRulesInput>): CheckedRules {
  const { entry, exit, runnable, problems } = readRules(rules);
  return {
    runnable: runnable !== null,
    sentences: { entry: entry && describeRule(entry), exit: exit && describeRule(exit) },
    problems: [...problems],
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
