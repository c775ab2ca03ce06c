import type { SignalRuleRow } from '@stockbook/db';
import { describeRule, readRule } from '@stockbook/rules';
import { maxRuleNameLength, type SignalRule } from './schemas.ts';

/** The sentence of a stored rule; its text if a later catalogue no longer has one of its functions. */
export function sentenceOf(condition: string): string {
  const { rule } = readRule(condition);
  return rule ? describeRule(rule) : condition;
}

/** Maps a rule to its API shape. */
export function presentRule(row: SignalRuleRow, problems: SignalRule['problems']): SignalRule {
  const sentence = sentenceOf(row.condition);
  return {
    id: row.id,
    name: row.name ?? defaultNameOf(sentence),
    when: row.condition,
    sentence,
    scope: row.scope,
    symbol: row.symbol,
    trigger: row.trigger,
    quiet_bars: row.quietBars,
    is_active: row.isActive,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    signal_count: row.signalCount,
    last_signal: row.lastSignalDate,
    problems,
  };
}

/** The name of a rule without one of its own. */
export function defaultNameOf(sentence: string): string {
  return sentence.length <= maxRuleNameLength ? sentence : `${sentence.slice(0, maxRuleNameLength - 1)}…`;
}
