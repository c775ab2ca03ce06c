import type { ScreenResult } from '@stockbook/api/schemas';
import { useId } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { focusMain } from '#lib/page-focus.ts';
import { ruleErrorsOf } from '../rule-dialog/rule-errors.ts';
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

const TypedRule = lazyWithReload(
  async () => (await import('./typed-rule.tsx')).TypedRule,
  <Skeleton className="h-32" />,
);

/** Below the toolbar: the rule if it is typed, the number of matches, and the stocks that were skipped. */
export function MatchingPanel({ matching, stockCount }: { matching: Matching; stockCount: number }) {
  const { when, screen, isTyped } = matching;
  const formId = useId();
  if (when === undefined && !isTyped) return null;
  const { data, error, refetch } = screen;
  // The form underlines what is wrong with the rule.
  const isRejected = isTyped && ruleErrorsOf(error).length > 0;
  return (
    <section
      aria-label="Matching"
      className="space-y-3 rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      {isTyped && (
        <SectionBoundary name="The form of the rule">
          <TypedRule id={formId} when={when ?? ''} error={error} onApply={matching.apply} />
        </SectionBoundary>
      )}
      {error && !isRejected && (
        <QueryError error={error} fallback="Failed to load signals" onRetry={refetch} />
      )}
      <div className="flex min-h-8 flex-wrap items-center justify-end gap-2">
        <p role="status" className="numeric mr-auto text-sm max-sm:w-full">
          {when !== undefined && screen.isPending && 'Loading signals...'}
          {when !== undefined &&
            data &&
            !error &&
            `Matching at the last close: ${data.total} of ${stockCount}`}
        </p>
        {isTyped && (
          <Button type="submit" form={formId} size="sm" variant="primary">
            Show matches
          </Button>
        )}
        <Button
          size="sm"
          onClick={() => {
            // The button leaves with the panel.
            focusMain();
            matching.choose(undefined);
          }}
        >
          Show all stocks
        </Button>
      </div>
      {when !== undefined && data && !error && data.skipped.length > 0 && <Skipped stocks={data.skipped} />}
    </section>
  );
}

/** The stocks for which the rule could not be evaluated, with the reasons. */
function Skipped({ stocks }: { stocks: ScreenResult['skipped'] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-warn">
        {stocks.length === 1 ? '1 stock was skipped' : `${stocks.length} stocks were skipped`}
      </summary>
      <ul className="mt-2 space-y-1">
        {stocks.map(({ symbol, reason }) => (
          <li key={symbol}>
            <span className="font-medium">{symbol}</span>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
