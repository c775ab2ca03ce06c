import { Columns3 } from 'lucide-react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { ListView } from '../view/list-view.ts';
import { useShownColumns } from './use-shown-columns.ts';

const ColumnChoice = lazyWithReload(
  async () => (await import('./column-choice.tsx')).ColumnChoice,
  <Skeleton className="h-96" />,
);

interface ColumnPanelProps {
  view: ListView;
  onView: (change: Partial<ListView>) => void;
}

/** What the table shows: its columns, and how high its rows are. */
export function ColumnPanel({ view, onView }: ColumnPanelProps) {
  const shown = useShownColumns(view, onView);
  return (
    <PopoverPanel label="Columns" icon={<Columns3 aria-hidden="true" />}>
      {() => (
        <SectionBoundary name="The choice of columns">
          <ColumnChoice {...shown} />
        </SectionBoundary>
      )}
    </PopoverPanel>
  );
}
