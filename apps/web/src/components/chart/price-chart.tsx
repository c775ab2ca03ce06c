import type { Bar } from '@stockbook/api/schemas';
import { memo, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { PriceFormat } from '../../lib/price-format.ts';
import { useChartColors } from './chart-colors.ts';
import type { ChartMarker } from './chart-marker.ts';
import type { PictureCaption } from './chart-picture.ts';
import { onFirstSize } from './first-size.ts';
import { listenToLevelPointer } from './levels/level-pointer.ts';
import type { PriceLevel, PriceLevelEvents } from './levels/price-level.ts';
import { PriceDrawing, type PriceStyle, paneHeights } from './price-drawing.ts';
import type { Study } from './study.ts';
import type { TimeSync } from './time-sync.ts';

export interface PriceChartHandle {
  /** The chart as a picture, with the caption that `describe` returns for the visible bars; null before drawing. */
  picture: (describe: (visible: readonly Bar[]) => PictureCaption) => HTMLCanvasElement | null;
  /** The price under the crosshair; null if the pointer is elsewhere. */
  crosshairPrice: () => number | null;
}

interface PriceChartProps {
  bars: readonly Bar[];
  format: PriceFormat;
  style: PriceStyle;
  studies: readonly Study[];
  markers: readonly ChartMarker[];
  levels: readonly PriceLevel[];
  levelEvents: PriceLevelEvents;
  sync: TimeSync;
  /** The accessible name. */
  label: string;
  /** The date of the bar that the chart opens at, with the crosshair on it; null to show all bars. */
  focusDate: string | null;
  /** Receives the index of the bar under the crosshair, or null. Must keep its identity across renders. */
  onHover: (index: number | null) => void;
  ref: Ref<PriceChartHandle>;
}

/** The chart's height in pixels, including a pane for each study that is not an overlay. */
export function priceChartHeight(studies: readonly Study[]): number {
  const panes = studies.filter(({ isOverlay }) => !isOverlay).length;
  return paneHeights.price + paneHeights.volume + panes * paneHeights.study;
}

/** Price pane, volume pane and the panes of the studies. */
export const PriceChart = memo(function PriceChart(props: PriceChartProps) {
  const { bars, format, style, studies, markers, levels, levelEvents, sync, label, focusDate, onHover, ref } =
    props;
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<PriceDrawing>(null);
  const colors = useChartColors();
  const firstColors = useRef(colors);
  const latestEvents = useRef(levelEvents);
  useEffect(() => {
    latestEvents.current = levelEvents;
  });

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const created = new PriceDrawing(element, firstColors.current, sync, onHover);
    const stopWaiting = onFirstSize(element, () => created.fit());
    drawing.current = created;
    const stopListening = listenToLevelPointer(element, created, latestEvents);
    return () => {
      stopListening();
      stopWaiting();
      created.remove();
      drawing.current = null;
    };
  }, [sync, onHover]);

  // The order of these effects matters: `setStudies` and `setMarkers` read the bars last set.
  useEffect(() => drawing.current?.setColors(colors), [colors]);
  useEffect(() => drawing.current?.setStyle(style), [style]);
  useEffect(() => drawing.current?.setFormat(format), [format]);
  useEffect(() => drawing.current?.setBars(bars), [bars]);
  useEffect(() => drawing.current?.setStudies(studies), [studies]);
  useEffect(() => drawing.current?.setMarkers(markers), [markers]);
  useEffect(() => drawing.current?.setLevels(levels), [levels]);
  useEffect(() => drawing.current?.setFocus(focusDate), [focusDate]);

  useImperativeHandle(
    ref,
    () => ({
      picture: (describe) => drawing.current?.picture(describe) ?? null,
      crosshairPrice: () => drawing.current?.priceAt() ?? null,
    }),
    [],
  );

  return (
    <figure aria-label={label}>
      <div ref={container} style={{ height: priceChartHeight(studies) }} />
    </figure>
  );
});
