import { SlidersHorizontal } from 'lucide-react';
import { Suspense } from 'react';
import { PopoverPanel } from '../../../../components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '../../../../lib/lazy-with-reload.ts';
import type { ChartSettingsFormProps } from './chart-settings-form.tsx';

const ChartSettingsForm = lazyWithReload(
  async () => (await import('./chart-settings-form.tsx')).ChartSettingsForm,
);

/** The button of the chart's settings. */
export function ChartSettingsPanel(props: ChartSettingsFormProps) {
  return (
    <PopoverPanel label="Chart settings" icon={<SlidersHorizontal aria-hidden="true" />}>
      {() => (
        <Suspense>
          <ChartSettingsForm {...props} />
        </Suspense>
      )}
    </PopoverPanel>
  );
}
