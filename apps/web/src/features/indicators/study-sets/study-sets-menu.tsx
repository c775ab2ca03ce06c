import type { StudySet } from '@stockbook/api/schemas';
import { Layers, LoaderCircle } from 'lucide-react';
import type { Study } from '#components/chart/study.ts';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { ApplyProgress } from './api.ts';

const StudySetsPanel = lazyWithReload(async () => (await import('./study-sets-panel.tsx')).StudySetsPanel);

interface StudySetsMenuProps {
  symbol: string;
  shown: readonly Study[];
  progress: ApplyProgress | null;
  onApply: (set: StudySet) => void;
}

/** The button of the user's saved sets of indicators. */
export function StudySetsMenu({ symbol, shown, progress, onApply }: StudySetsMenuProps) {
  return (
    <>
      <PopoverPanel
        label="My studies"
        icon={
          progress ? (
            <LoaderCircle aria-hidden="true" className="animate-spin" />
          ) : (
            <Layers aria-hidden="true" />
          )
        }
      >
        {(close) => (
          <SectionBoundary name="My studies">
            <StudySetsPanel
              symbol={symbol}
              shown={shown}
              onApply={(set) => {
                close();
                onApply(set);
              }}
            />
          </SectionBoundary>
        )}
      </PopoverPanel>
      <span role="status" className="sr-only">
        {progress && `Applying ${progress.name}: ${progress.done} of ${progress.total} indicators`}
      </span>
    </>
  );
}
