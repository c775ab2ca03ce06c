import type { Bar } from '@stockbook/api/schemas';
import { memo, useEffect, useMemo, useRef } from 'react';
import { barTime } from './bar-time.ts';
import { useChartColors } from './chart-colors.ts';
import { onFirstSize } from './first-size.ts';
import { IndicatorDrawing } from './indicator-drawing.ts';
import type { Study } from './study.ts';
import type { TimeSync } from './time-sync.ts';

interface IndicatorChartProps {
  bars: readonly Bar[];
  studies: readonly Study[];
  /** Shared with the charts that must show the same visible range. */
  sync?: TimeSync;
  /** The accessible name. */
  label: string;
  /** In pixels. */
  height?: number;
}

/** Lines of calculated indicators. */
export const IndicatorChart = memo(function IndicatorChart(props: IndicatorChartProps) {
  const { bars, studies, sync, label, height = 300 } = props;
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<IndicatorDrawing>(null);
  const colors = useChartColors();
  const firstColors = useRef(colors);
  const times = useMemo(() => bars.map(({ date }) => barTime(date)), [bars]);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const created = new IndicatorDrawing(element, firstColors.current, sync ?? null);
    const stopWaiting = onFirstSize(element, () => created.fit());
    drawing.current = created;
    return () => {
      stopWaiting();
      created.remove();
      drawing.current = null;
    };
  }, [sync]);

  useEffect(() => drawing.current?.setColors(colors), [colors]);
  useEffect(() => drawing.current?.setStudies(studies, times), [studies, times]);

  return (
    <figure aria-label={label}>
      <div ref={container} style={{ height }} />
    </figure>
  );
});
