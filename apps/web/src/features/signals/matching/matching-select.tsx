import { Select } from '#components/ui/select.tsx';
import type { Matching } from './use-matching.ts';

/** Not a rule, so that no saved rule has this value. */
const typedValue = 'typed';

/** Chooses a saved rule, or to type one, as a filter of the watch list. */
export function MatchingSelect({ matching }: { matching: Matching }) {
  const { when, rules, isTyped } = matching;
  const saved = new Map(rules.data?.rules.map((rule) => [rule.when, rule.name]));
  if (when !== undefined && rules.isPending) saved.set(when, when);
  return (
    <Select
      size="sm"
      aria-label="Matching"
      value={isTyped ? typedValue : (when ?? '')}
      onChange={({ target: { value } }) => {
        if (value === typedValue) matching.startTyping();
        else matching.choose(value || undefined);
      }}
      className="w-40"
    >
      <option value="">Matching…</option>
      {[...saved].map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
      {rules.error && <option disabled>Failed to load signals</option>}
      <option value={typedValue}>Type a rule…</option>
    </Select>
  );
}
