import { ChartCandlestick, ChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Segmented } from '../../../components/ui/segmented.tsx';
import { type ChartRange, chartRanges } from './chart-range.ts';
import { ChartSettingsPanel } from './chart-settings-panel.tsx';
import type { ChartSettings } from './use-chart-settings.ts';

const styles = [
  { value: 'candlestick', name: 'Candlestick', label: <ChartCandlestick aria-hidden="true" /> },
  { value: 'line', name: 'Line', label: <ChartLine aria-hidden="true" /> },
] as const;
const ranges = chartRanges.map((range) => ({ value: range, label: range }));

interface ChartControlsProps {
  settings: ChartSettings;
  range: ChartRange;
  onRange: (range: ChartRange) => void;
  /** Additional buttons at the end of the row. */
  children: ReactNode;
}

export function ChartControls({ settings, range, onRange, children }: ChartControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented label="Chart type" options={styles} value={settings.style} onChange={settings.setStyle} />
      <Segmented label="Time range" options={ranges} value={range} onChange={onRange} />
      <ChartSettingsPanel settings={settings} />
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">{children}</div>
    </div>
  );
}
