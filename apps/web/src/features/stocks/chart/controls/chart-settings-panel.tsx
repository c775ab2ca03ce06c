import { SlidersHorizontal } from 'lucide-react';
import { Suspense } from 'react';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { ChartSettings } from '../view/use-chart-settings.ts';
import type { ChartViewControl } from '../view/use-chart-view.ts';

const SettingsForm = lazyWithReload(async () => (await import('./settings-form.tsx')).SettingsForm);

interface ChartSettingsPanelProps {
  settings: ChartSettings;
  control: ChartViewControl;
}

/** The scale and the switches of the chart. */
export function ChartSettingsPanel(props: ChartSettingsPanelProps) {
  return (
    <PopoverPanel label="Chart settings" icon={<SlidersHorizontal aria-hidden="true" />}>
      {() => (
        <Suspense>
          <SettingsForm {...props} />
        </Suspense>
      )}
    </PopoverPanel>
  );
}
