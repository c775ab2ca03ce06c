import { memo, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useChartColors } from '../chart-colors.ts';
import { onFirstSize } from '../first-size.ts';
import { usePaneHeights } from '../panes/use-pane-heights.ts';
import { drawdownHeight, type EquityCaption, EquityDrawing, type EquityStyle } from './equity-drawing.ts';
import type { ComparedRow } from './equity-rows.ts';

export interface EquityChartHandle {
  /** The chart as a picture; null before drawing. */
  picture: (caption: EquityCaption) => HTMLCanvasElement | null;
}

interface EquityChartProps {
  rows: readonly ComparedRow[];
  scale?: 'linear' | 'log';
  label: string;
  /** Another object draws the chart from its beginning. */
  style: EquityStyle;
  /** Charts of one kind share the heights to which their panes were resized. */
  kind: 'equity' | 'portfolio';
  /** Receives the index of the row under the crosshair, or null. Must keep its identity across renders. */
  onHover: (index: number | null) => void;
  ref?: Ref<EquityChartHandle>;
}

/** A value against what it is compared with, with the drawdown below. */
export const EquityChart = memo(function EquityChart({
  rows,
  scale = 'linear',
  label,
  style,
  kind,
  onHover,
  ref,
}: EquityChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<EquityDrawing>(null);
  const colors = useChartColors();
  const firstColors = useRef(colors);
  const [heights, onResize] = usePaneHeights(kind);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const created = new EquityDrawing(element, firstColors.current, style, onHover, onResize);
    const stopWaiting = onFirstSize(element, () => created.fit());
    drawing.current = created;
    return () => {
      stopWaiting();
      created.remove();
      drawing.current = null;
    };
  }, [style, onHover, onResize]);

  // A new drawing needs everything again.
  useEffect(() => drawing.current?.setColors(colors), [style, colors]);
  useEffect(() => drawing.current?.setPaneHeights(heights), [style, heights]);
  useEffect(() => drawing.current?.setScale(scale), [style, scale]);
  useEffect(() => drawing.current?.setRows(rows), [style, rows]);

  useImperativeHandle(ref, () => ({ picture: (caption) => drawing.current?.picture(caption) ?? null }), []);

  return (
    <figure aria-label={label}>
      <div ref={container} style={{ height: style.height + (style.hasDrawdown ? drawdownHeight : 0) }} />
    </figure>
  );
});
