import { type Catalogue, describeRule, parseRule } from '@stockbook/rules/language';
import { useLists } from '#lib/api/lists.ts';
import { describeLimits, describeScope, type RunnableRules } from './runnable-rules.ts';

/** A rule in words; its text if it cannot be read, or the catalogue is not loaded. */
function sentenceOf(text: string, catalogue: Catalogue | undefined): string {
  const rule = catalogue && parseRule(text, catalogue).rule;
  return rule ? describeRule(rule) : text;
}

interface RulesSummaryProps {
  rules: RunnableRules;
  /** Undefined while it is loading. */
  catalogue: Catalogue | undefined;
}

export function RulesSummary({ rules, catalogue }: RulesSummaryProps) {
  const { lists } = useLists();
  const exits = [
    ...(rules.exit === null ? [] : [sentenceOf(rules.exit, catalogue)]),
    ...describeLimits(rules),
  ];
  return (
    <dl className="space-y-1 text-sm">
      <Term name="Buy">{sentenceOf(rules.entry, catalogue)}</Term>
      <Term name="Sell">{exits.join('; ')}</Term>
      <Term name="Stocks">{describeScope(rules.scope, lists)}</Term>
    </dl>
  );
}

function Term({ name, children }: { name: string; children: string }) {
  return (
    <div className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-2">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
