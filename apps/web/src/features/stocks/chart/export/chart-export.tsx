import { Download } from 'lucide-react';
import { LazyPopup } from '#components/ui/overlay/lazy-popup.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { ExportMenuProps } from './export-menu.tsx';

const ExportMenu = lazyWithReload(async () => (await import('./export-menu.tsx')).ExportMenu);

interface ChartExportProps extends Omit<ExportMenuProps, 'trigger'> {
  /** While other bars are loading than those of `range` and `isAdjusted`. */
  isDisabled: boolean;
}

/** Exports the bars as CSV or to the clipboard, and the chart as a PNG. */
export function ChartExport({ isDisabled, ...rest }: ChartExportProps) {
  return (
    <LazyPopup label="Export" icon={<Download aria-hidden="true" />} kind="menu" disabled={isDisabled}>
      {(button) => <ExportMenu trigger={button} {...rest} />}
    </LazyPopup>
  );
}
