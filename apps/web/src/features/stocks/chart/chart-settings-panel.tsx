import { SlidersHorizontal } from 'lucide-react';
import { PopoverPanel } from '../../../components/ui/popover-panel.tsx';
import { Switch } from '../../../components/ui/switch.tsx';
import type { ChartSettings } from './use-chart-settings.ts';

/** The switches of the chart. */
export function ChartSettingsPanel({ settings }: { settings: ChartSettings }) {
  return (
    <PopoverPanel label="Chart settings" icon={<SlidersHorizontal aria-hidden="true" />}>
      {() => (
        <div className="space-y-2.5 p-1.5">
          <Switch
            label="Splits and dividends"
            checked={settings.hasActions}
            onChange={settings.setHasActions}
          />
          <div>
            <Switch
              label="Adjust for dividends"
              checked={settings.isAdjusted}
              onChange={settings.setIsAdjusted}
            />
            <p className="mt-1 text-xs text-muted">
              Lowers the prices before each dividend, so that the chart shows the return including dividends.
            </p>
          </div>
        </div>
      )}
    </PopoverPanel>
  );
}
