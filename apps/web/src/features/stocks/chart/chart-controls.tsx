import { ChartCandlestick, ChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PriceStyle } from '../../../components/chart/price-drawing.ts';
import { Segmented } from '../../../components/ui/segmented.tsx';
import { type ChartRange, chartRanges } from './chart-range.ts';

const styles = [
  { value: 'candlestick', name: 'Candlestick', label: <ChartCandlestick aria-hidden="true" /> },
  { value: 'line', name: 'Line', label: <ChartLine aria-hidden="true" /> },
] as const;
const ranges = chartRanges.map((range) => ({ value: range, label: range }));

interface ChartControlsProps {
  style: PriceStyle;
  onStyle: (style: PriceStyle) => void;
  range: ChartRange;
  onRange: (range: ChartRange) => void;
  /** Additional buttons at the end of the row. */
  children: ReactNode;
}

export function ChartControls({ style, onStyle, range, onRange, children }: ChartControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented label="Chart type" options={styles} value={style} onChange={onStyle} />
      <Segmented label="Time range" options={ranges} value={range} onChange={onRange} />
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">{children}</div>
    </div>
  );
}
