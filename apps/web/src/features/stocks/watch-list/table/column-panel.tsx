import { Columns3 } from 'lucide-react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { ListView } from '../view/list-view.ts';
import { useShownColumns } from './use-shown-columns.ts';

const ColumnChoice = lazyWithReload(
  async () => (await import('./column-choice.tsx')).ColumnChoice,
  <Skeleton className="h-[32rem]" />,
);

interface ColumnPanelProps {
  view: ListView;
  onView: (change: Partial<ListView>) => void;
}

/** The button of the columns, of how the rows are arranged, and of how high they are. */
export function ColumnPanel({ view, onView }: ColumnPanelProps) {
  const shown = useShownColumns(view, onView);
  return (
    <PopoverPanel label="Columns" icon={<Columns3 aria-hidden="true" />}>
      {() => (
        <SectionBoundary name="The choice of columns">
          <ColumnChoice view={view} onView={onView} {...shown} />
        </SectionBoundary>
      )}
    </PopoverPanel>
  );
}
