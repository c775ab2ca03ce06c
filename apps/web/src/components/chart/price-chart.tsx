import type { IChartApi } from 'lightweight-charts';
import { RotateCcw } from 'lucide-react';
import {
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { cn } from '#lib/cn.ts';
import type { PriceFormat } from '#lib/format/price-format.ts';
import { IconButton } from '../ui/button.tsx';
import type { BarColumns } from './bar-columns.ts';
import { type ChartColors, useChartColors } from './chart-colors.ts';
import { listenToChartInput } from './chart-input.ts';
import type { PictureCaption, PictureContent } from './chart-picture.ts';
import type { HoveredBar } from './chart-value.ts';
import type { ComparedSymbol } from './drawing/compare-drawing.ts';
import type { ChartMarker } from './drawing/marker-drawing.ts';
import { type ChartPart, type PaneElements, PriceDrawing } from './drawing/price-drawing.ts';
import type { PriceStyle } from './drawing/price-series.ts';
import { onFirstSize } from './first-size.ts';
import { listenToLevelPointer } from './levels/level-pointer.ts';
import type { PriceLevel, PriceLevelEvents } from './levels/price-level.ts';
import type { ChartOverlay, Paint, PricePlane } from './overlay/price-overlay.ts';
import { type ChartSegment, paintSegments } from './overlay/segments.ts';
import type { PaneHeights } from './panes/pane-resizer.ts';
import { usePaneHeights } from './panes/use-pane-heights.ts';
import type { PriceScale } from './scale/price-scale.ts';
import type { Study } from './study.ts';
import type { TimeSync } from './time-sync.ts';
import type { VisibleBars } from './viewport.ts';

export interface PriceChartHandle {
  /** The content of a picture, with the caption that `describe` returns for the visible bars; null before drawing. */
  picture: (describe: (visible: VisibleBars) => PictureCaption) => PictureContent | null;
  /** The price under the crosshair; null if the pointer is elsewhere. */
  crosshairPrice: () => number | null;
  /** The places of the price pane; null before drawing. */
  plane: () => PricePlane | null;
  /** The indexes of the visible bars; null before drawing. */
  visible: () => VisibleBars | null;
  /** Paints on the price pane until `remove` of the result. */
  addOverlay: (paint: Paint) => ChartOverlay | null;
  /** Adds series of a part that is loaded later, until `remove` of the result; null before drawing. */
  addPart: <Part extends { remove(): void }>(create: (chart: IChartApi) => Part) => ChartPart<Part> | null;
  /** Shows all bars on automatic scales. */
  reset: () => void;
  focus: () => void;
}

/** Bars before the first one, which the chart asks for when it is moved there. */
export interface ChartHistory {
  readonly hasOlder: boolean;
  /** Whether older bars are among the bars of the chart. */
  readonly isExtended: boolean;
  /** Loads older bars; ignored while some are loading. */
  readonly loadOlder: () => void;
  /** Leaves out the older bars. */
  readonly reset: () => void;
}

interface PriceChartProps {
  bars: BarColumns;
  format: PriceFormat;
  style: PriceStyle;
  scale: PriceScale;
  /** Whether the volume is drawn behind the prices instead of in a pane of its own. */
  isVolumeUnderlay?: boolean;
  /** Whether the crosshair sticks to closes; otherwise only while Ctrl is held. */
  isMagnet?: boolean;
  studies?: readonly Study[];
  /** Ids of the studies that are not drawn, but keep their header. */
  hiddenIds?: ReadonlySet<string>;
  compared?: readonly ComparedSymbol[];
  markers: readonly ChartMarker[];
  /** Lines between two points of the price pane. */
  segments?: readonly ChartSegment[];
  levels?: readonly PriceLevel[];
  levelEvents?: PriceLevelEvents;
  sync: TimeSync;
  label: string;
  /** The announcement of screen readers for the bar to which a key moved the crosshair. */
  describeBar: (index: number) => string;
  history?: ChartHistory | undefined;
  /** The date of the bar that the chart opens at, with the crosshair on it; null to show all bars. */
  focusDate?: string | null;
  hover: HoveredBar;
  /** Receives the visible bars. Must keep its identity. */
  onVisible?: (visible: VisibleBars) => void;
  /** Whether the chart is as high as its parent. */
  isFullHeight?: boolean;
  /** The headers of the price pane and of the panes of studies. */
  priceHeader?: ReactNode;
  studyHeader?: (study: Study) => ReactNode;
  /** Lies over the price pane. */
  priceLayer?: ReactNode;
  ref?: Ref<PriceChartHandle>;
}

const headerClass =
  'pointer-events-none absolute top-1 left-1.5 z-10 max-w-[calc(100%-0.75rem)] [&_li]:[text-shadow:0_0_2px_var(--surface),0_0_4px_var(--surface)]';

const none: readonly never[] = [];
const noIds: ReadonlySet<string> = new Set();
const noPanes: PaneElements = { price: null, studies: new Map() };
const noLevelEvents: PriceLevelEvents = { onStart() {}, onDrag() {} };
const noHistory: ChartHistory = { hasOlder: false, isExtended: false, loadOlder() {}, reset() {} };
const ignoreVisible = () => {};

/**
 * As high as the window below what stands above the chart, but at least 500 pixels, and 40 more for each pane of many.
 * No higher than the window below the top bar, unless many panes need it: a phone on its side shows the whole chart.
 */
function chartHeight(studies: readonly Study[]): string {
  const panes = studies.filter(({ isOverlay }) => !isOverlay).length;
  const least = panes <= 2 ? 'min(500px, 100dvh - 4rem)' : `${500 + 40 * panes}px`;
  return `max(${least}, 100dvh - var(--above-chart))`;
}

/** Draws what has changed. */
function useDrawnProps(
  drawing: RefObject<PriceDrawing | null>,
  props: PriceChartProps,
  colors: ChartColors,
  heights: PaneHeights,
) {
  const { bars, format, style, scale, isVolumeUnderlay = false, markers, focusDate = null } = props;
  const { studies = none, hiddenIds = noIds, compared = none, segments = none, levels = none } = props;
  const { hasOlder, isExtended } = props.history ?? noHistory;
  // In per cent, the library would draw an overlay relative to its own first value.
  const drawn = useMemo(
    () => (scale === 'percent' ? studies.filter(({ isOverlay }) => !isOverlay) : studies),
    [studies, scale],
  );

  // The order of these effects matters: what belongs to bars reads the bars last set.
  useEffect(() => drawing.current?.setColors(colors), [drawing, colors]);
  useEffect(() => drawing.current?.setFormat(format), [drawing, format]);
  useEffect(() => drawing.current?.setStyle(style), [drawing, style]);
  useEffect(() => drawing.current?.setHasVolumePane(!isVolumeUnderlay), [drawing, isVolumeUnderlay]);
  useEffect(() => drawing.current?.setPaneHeights(heights), [drawing, heights]);
  useEffect(() => drawing.current?.setHistory(hasOlder, isExtended), [drawing, hasOlder, isExtended]);
  useEffect(() => drawing.current?.setBars(bars), [drawing, bars]);
  useEffect(() => drawing.current?.viewport.setScale(scale), [drawing, scale]);
  useEffect(() => drawing.current?.setStudies(drawn, hiddenIds), [drawing, bars, drawn, hiddenIds]);
  useEffect(() => drawing.current?.setCompared(compared), [drawing, bars, compared]);
  useEffect(() => drawing.current?.setMarkers(markers), [drawing, bars, markers]);
  useEffect(() => {
    if (segments.length > 0) return drawing.current?.addOverlay(paintSegments(segments)).remove;
  }, [drawing, segments]);
  useEffect(() => drawing.current?.setLevels(levels), [drawing, levels]);
  useEffect(() => drawing.current?.viewport.setFocus(focusDate), [drawing, focusDate]);
}

/** Draws the chart into an element, and then what has changed. */
function usePriceDrawing(container: RefObject<HTMLElement | null>, props: PriceChartProps) {
  const { isVolumeUnderlay = false, isMagnet = false, levelEvents = noLevelEvents, sync } = props;
  const { describeBar, hover, onVisible = ignoreVisible, history = noHistory } = props;
  const drawing = useRef<PriceDrawing>(null);
  const [panes, setPanes] = useState(noPanes);
  /** Whether the view differs from all bars on automatic scales. */
  const [isViewChanged, setIsViewChanged] = useState(false);
  /** The bar to which a key moved the crosshair, in words: older bars may come before it. */
  const [announced, setAnnounced] = useState('');
  const colors = useChartColors();
  const firstColors = useRef(colors);
  const [heights, onResize] = usePaneHeights(isVolumeUnderlay ? 'underlaidPrice' : 'price');
  const latestEvents = useRef(levelEvents);
  const latestHistory = useRef(history);
  const latestMagnet = useRef(isMagnet);
  const latestDescribe = useRef(describeBar);
  const latestResize = useRef(onResize);
  useEffect(() => {
    latestEvents.current = levelEvents;
    latestHistory.current = history;
    latestMagnet.current = isMagnet;
    latestDescribe.current = describeBar;
    latestResize.current = onResize;
  });

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const events = {
      onHover: hover.set,
      onChange: setIsViewChanged,
      onVisible,
      onFirstBars: () => latestHistory.current.loadOlder(),
      onReset: () => latestHistory.current.reset(),
      onPanes: setPanes,
      onResize: (resized: PaneHeights) => latestResize.current(resized),
    };
    const created = new PriceDrawing(element, firstColors.current, sync, events);
    const stops = [
      onFirstSize(element, () => created.viewport.fit()),
      listenToLevelPointer(element, created, latestEvents),
      listenToChartInput(element, created, latestMagnet, (bar) => setAnnounced(latestDescribe.current(bar))),
    ];
    drawing.current = created;
    return () => {
      for (const stop of stops) stop();
      hover.set(null);
      setIsViewChanged(false);
      created.remove();
      drawing.current = null;
    };
  }, [container, sync, hover, onVisible]);

  useDrawnProps(drawing, props, colors, heights);
  return { drawing, panes, isViewChanged: isViewChanged || history.isExtended, announced };
}

/** Price pane, volume pane and the panes of the studies. */
export const PriceChart = memo(function PriceChart(props: PriceChartProps) {
  const { studies = none, label, isFullHeight = false } = props;
  const { priceHeader, studyHeader, priceLayer } = props;
  const container = useRef<HTMLDivElement>(null);
  const { drawing, panes, isViewChanged, announced } = usePriceDrawing(container, props);

  useImperativeHandle(
    props.ref,
    () => ({
      picture: (describe) => drawing.current?.picture(describe) ?? null,
      crosshairPrice: () => drawing.current?.priceAt() ?? null,
      plane: () => drawing.current?.plane ?? null,
      visible: () => drawing.current?.viewport.visible() ?? null,
      addOverlay: (paint) => drawing.current?.addOverlay(paint) ?? null,
      addPart: (create) => drawing.current?.addPart(create) ?? null,
      reset: () => drawing.current?.viewport.reset(),
      focus: () => container.current?.focus({ preventScroll: true }),
    }),
    [drawing],
  );

  return (
    <figure
      tabIndex={-1}
      aria-label={label}
      className={cn('relative outline-none', isFullHeight && 'min-h-0 grow')}
    >
      <div
        ref={container}
        role="application"
        aria-label="Chart: the arrow keys move the crosshair, plus and minus zoom, Home and End go to the first and the last bar"
        className="rounded-sm [--above-chart:18rem] focus-visible:outline-offset-2"
        style={{ height: isFullHeight ? '100%' : chartHeight(studies) }}
      />
      {isViewChanged && (
        <IconButton
          label="Reset view"
          onClick={({ detail, currentTarget }) => {
            drawing.current?.viewport.reset();
            // The button is about to vanish with the focus. With it, the chart would take the wheel from a mouse.
            if (detail === 0) container.current?.focus();
            else currentTarget.closest('figure')?.focus({ preventScroll: true });
          }}
          className="absolute right-20 bottom-10 z-20 border border-line bg-surface"
        >
          <RotateCcw aria-hidden="true" />
        </IconButton>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      {panes.price && createPortal(<div className={headerClass}>{priceHeader}</div>, panes.price)}
      {panes.price && createPortal(priceLayer, panes.price, 'layer')}
      {studies.map((study) => {
        const pane = panes.studies.get(study.id);
        return (
          pane && createPortal(<div className={headerClass}>{studyHeader?.(study)}</div>, pane, study.id)
        );
      })}
    </figure>
  );
});
