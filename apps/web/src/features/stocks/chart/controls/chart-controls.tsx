import { ChartCandlestick, ChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { chartRanges } from '../view/chart-range.ts';
import { intervalNames, intervals } from '../view/chart-view.ts';
import type { ChartSettings } from '../view/use-chart-settings.ts';
import type { ChartViewControl } from '../view/use-chart-view.ts';
import { ChartSettingsPanel } from './chart-settings-panel.tsx';
import { RangeMenu } from './range-menu.tsx';

const styles = [
  { value: 'candlestick', name: 'Candlestick', label: <ChartCandlestick aria-hidden="true" /> },
  { value: 'line', name: 'Line', label: <ChartLine aria-hidden="true" /> },
] as const;
const ranges = chartRanges.map((range) => ({ value: range, label: range }));

interface ChartControlsProps {
  settings: ChartSettings;
  control: ChartViewControl;
  /** Additional buttons, after those of the view. */
  children: ReactNode;
}

export function ChartControls({ settings, control, children }: ChartControlsProps) {
  const { view } = control;
  return (
    // Icons are narrower than elsewhere: all controls fit in one line of a small laptop, and in three of a phone.
    <div className="flex flex-wrap items-center gap-x-0.5 gap-y-2 print:hidden sm:gap-x-1 sm:[&_button[title]]:w-8">
      <Segmented label="Chart type" options={styles} value={settings.style} onChange={settings.setStyle} />
      <Segmented
        label="Time range"
        options={ranges}
        value={view.range}
        onChange={control.setRange}
        onIntent={control.preloadRange}
      />
      <RangeMenu control={control} />
      <Select
        size="sm"
        aria-label="Interval"
        className="w-24 pointer-coarse:w-27"
        value={view.interval}
        onChange={({ target }) => {
          const chosen = intervals.find((interval) => interval === target.value);
          if (chosen) control.setInterval(chosen);
        }}
      >
        {intervals.map((interval) => (
          <option key={interval} value={interval}>
            {intervalNames[interval]}
          </option>
        ))}
      </Select>
      <ChartSettingsPanel settings={settings} control={control} />
      <div className="contents sm:ml-auto sm:flex sm:flex-wrap sm:items-center sm:gap-y-2">{children}</div>
    </div>
  );
}
