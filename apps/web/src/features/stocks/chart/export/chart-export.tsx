import { Download } from 'lucide-react';
import { IconButton } from '../../../../components/ui/button.tsx';
import { LazyPopup } from '../../../../components/ui/overlay/lazy-popup.tsx';
import { lazyWithReload } from '../../../../lib/lazy-with-reload.ts';
import type { ExportMenuProps } from './export-menu.tsx';

const ExportMenu = lazyWithReload(async () => (await import('./export-menu.tsx')).ExportMenu);

const icon = <Download aria-hidden="true" />;

interface ChartExportProps extends Omit<ExportMenuProps, 'trigger'> {
  /** While other bars are loading than those of `range` and `isAdjusted`. */
  isDisabled: boolean;
}

/** Exports the bars as CSV or to the clipboard, and the chart as a PNG. */
export function ChartExport({ isDisabled, ...rest }: ChartExportProps) {
  return (
    <LazyPopup label="Export" icon={icon} kind="menu" disabled={isDisabled}>
      <ExportMenu
        trigger={
          <IconButton label="Export" disabled={isDisabled}>
            {icon}
          </IconButton>
        }
        {...rest}
      />
    </LazyPopup>
  );
}
