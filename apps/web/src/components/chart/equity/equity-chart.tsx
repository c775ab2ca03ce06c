import { memo, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useChartColors } from '../chart-colors.ts';
import { onFirstSize } from '../first-size.ts';
import { usePaneHeights } from '../panes/use-pane-heights.ts';
import { type EquityCaption, EquityDrawing, equityHeights } from './equity-drawing.ts';
import type { EquityRow } from './equity-rows.ts';

export interface EquityChartHandle {
  /** The chart as a picture; null before drawing. */
  picture: (caption: EquityCaption) => HTMLCanvasElement | null;
}

interface EquityChartProps {
  rows: readonly EquityRow[];
  label: string;
  /** Receives the index of the row under the crosshair, or null. Must keep its identity across renders. */
  onHover: (index: number | null) => void;
  ref: Ref<EquityChartHandle>;
}

/** Equity against buy-and-hold, with the drawdown below. */
export const EquityChart = memo(function EquityChart({ rows, label, onHover, ref }: EquityChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<EquityDrawing>(null);
  const colors = useChartColors();
  const firstColors = useRef(colors);
  const [heights, onResize] = usePaneHeights('equity');

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const created = new EquityDrawing(element, firstColors.current, onHover, onResize);
    const stopWaiting = onFirstSize(element, () => created.fit());
    drawing.current = created;
    return () => {
      stopWaiting();
      created.remove();
      drawing.current = null;
    };
  }, [onHover, onResize]);

  useEffect(() => drawing.current?.setColors(colors), [colors]);
  useEffect(() => drawing.current?.setPaneHeights(heights), [heights]);
  useEffect(() => drawing.current?.setRows(rows), [rows]);

  useImperativeHandle(ref, () => ({ picture: (caption) => drawing.current?.picture(caption) ?? null }), []);

  return (
    <figure aria-label={label}>
      <div ref={container} style={{ height: equityHeights.equity + equityHeights.drawdown }} />
    </figure>
  );
});
