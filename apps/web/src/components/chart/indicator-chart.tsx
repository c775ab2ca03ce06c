import { memo, useEffect, useRef } from 'react';
import type { BarColumns } from './bar-columns.ts';
import { useChartColors } from './chart-colors.ts';
import type { HoveredBar } from './chart-value.ts';
import { IndicatorDrawing, unitsOf } from './drawing/indicator-drawing.ts';
import { onFirstSize } from './first-size.ts';
import { usePaneHeights } from './panes/use-pane-heights.ts';
import type { Study } from './study.ts';
import type { TimeSync } from './time-sync.ts';

interface IndicatorChartProps {
  bars: BarColumns;
  studies: readonly Study[];
  /** Shared with the charts that must show the same visible range. */
  sync: TimeSync;
  hover: HoveredBar;
  label: string;
}

/** For up to two panes, and for each further one, in pixels. */
const [height, paneHeight] = [300, 130];

/** Lines of calculated indicators, with a pane for each unit. */
export const IndicatorChart = memo(function IndicatorChart(props: IndicatorChartProps) {
  const { bars, studies, sync, hover, label } = props;
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<IndicatorDrawing>(null);
  const colors = useChartColors();
  const firstColors = useRef(colors);
  const [heights, onResize] = usePaneHeights('indicator');

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const created = new IndicatorDrawing(element, firstColors.current, sync, hover, onResize);
    const stopWaiting = onFirstSize(element, () => created.fit());
    drawing.current = created;
    return () => {
      stopWaiting();
      created.remove();
      drawing.current = null;
    };
  }, [sync, hover, onResize]);

  useEffect(() => drawing.current?.setColors(colors), [colors]);
  useEffect(() => drawing.current?.setPaneHeights(heights), [heights]);
  useEffect(() => drawing.current?.setStudies(studies, bars), [studies, bars]);

  return (
    <figure aria-label={label}>
      <div
        ref={container}
        style={{ height: height + paneHeight * Math.max(0, unitsOf(studies).length - 2) }}
      />
    </figure>
  );
});
