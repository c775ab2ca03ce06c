import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { titleOf } from '../rules/rule-element.ts';
import type { Matching } from './use-matching.ts';

const MatchingChoice = lazyWithReload(
  async () => (await import('./matching-choice.tsx')).MatchingChoice,
  <Skeleton className="h-72" />,
);

/** Loaded with the first rule that is chosen; as high as without skipped stocks. */
const MatchingPanel = lazyWithReload(
  async () => (await import('./matching-panel.tsx')).MatchingPanel,
  <Skeleton className="h-12.5" />,
);

/** Chooses a rule as a filter of the watch list: one that is typed, or a saved one. */
export function MatchingSelect({ matching }: { matching: Matching }) {
  const { when, rules } = matching;
  const saved = rules.data?.rules.find((rule) => rule.when === when);
  return (
    <PopoverPanel
      label="Matching"
      choice={saved ? titleOf(saved) : (when ?? 'Matching…')}
      size="md"
      needsServer
    >
      {(close) => (
        <SectionBoundary name="The choice of a rule">
          <MatchingChoice
            matching={matching}
            onChoose={(rule) => {
              close();
              matching.choose(rule);
            }}
          />
        </SectionBoundary>
      )}
    </PopoverPanel>
  );
}

/** Below the toolbar, while a rule is chosen: what it matches. */
export function MatchingResult(props: { matching: Matching; stockCount: number }) {
  if (props.matching.when === undefined) return null;
  return (
    <SectionBoundary name="The result of the rule">
      <MatchingPanel {...props} />
    </SectionBoundary>
  );
}
