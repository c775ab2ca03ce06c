import { type Catalogue, parseRule, printRule } from '@stockbook/rules/language';
import type { RunnableRules } from '../runnable-rules.ts';

/** The one form of a rule's text; the text itself if it cannot be read. */
function canonical(text: string, catalogue: Catalogue): string {
  const { rule } = parseRule(text, catalogue);
  return rule ? printRule(rule) : text;
}

/** Whether two strategies trade alike, whatever the spelling of their rules. */
export function isSameRules(one: RunnableRules, other: RunnableRules, catalogue: Catalogue): boolean {
  const key = (rules: RunnableRules) =>
    JSON.stringify([
      canonical(rules.entry, catalogue),
      rules.exit === null ? null : canonical(rules.exit, catalogue),
      rules.stop_loss_percent,
      rules.take_profit_percent,
      rules.max_bars,
      rules.scope,
    ]);
  return key(one) === key(other);
}
