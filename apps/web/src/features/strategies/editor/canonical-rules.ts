import { type Catalogue, parseRule, printRule } from '@stockbook/rules/language';
import { useCatalogue } from '#lib/api/trpc.ts';
import type { StrategyDetail } from '../api/types.ts';
import { type RunnableRules, readRunnableRules } from '../runnable-rules.ts';

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

/** Whether a strategy trades by other rules than those that a backtest or sweep ran; false until that is known. */
export function useHaveRulesChanged({ rules }: StrategyDetail, ran: StrategyDetail['rules']): boolean {
  const catalogue = useCatalogue().data?.indicators;
  const present = readRunnableRules(rules);
  const earlier = readRunnableRules(ran);
  if (!catalogue || !earlier) return false;
  return present === null || !isSameRules(present, earlier, catalogue);
}
