import { GitCompareArrows } from 'lucide-react';
import { Suspense } from 'react';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { CompareChoiceProps } from './compare-choice.tsx';

const CompareChoice = lazyWithReload(async () => (await import('./compare-choice.tsx')).CompareChoice);

/** Chooses the symbols that are compared. */
export function CompareMenu(props: CompareChoiceProps) {
  return (
    <PopoverPanel label="Compare" icon={<GitCompareArrows aria-hidden="true" />}>
      {() => (
        <Suspense>
          <CompareChoice {...props} />
        </Suspense>
      )}
    </PopoverPanel>
  );
}
