import { CrosshairMode, type IChartApi, type IPaneApi, type Logical, type Time } from 'lightweight-charts';
import type { PriceFormat } from '#lib/format/price-format.ts';
import { type BarColumns, noBars } from '../bar-columns.ts';
import type { ChartColors } from '../chart-colors.ts';
import { chartPaint, openChart } from '../chart-options.ts';
import type { PictureCaption, PictureContent } from '../chart-picture.ts';
import { LevelDrawing } from '../levels/level-drawing.ts';
import type { PriceLevel } from '../levels/price-level.ts';
import { type ChartOverlay, type Paint, PriceOverlay, type PricePlane } from '../overlay/price-overlay.ts';
import { type PaneHeights, PaneResizer } from '../panes/pane-resizer.ts';
import type { Study } from '../study.ts';
import type { TimeSync } from '../time-sync.ts';
import { Viewport, type ViewportEvents, type VisibleBars } from '../viewport.ts';
import { CompareDrawing, type ComparedSymbol } from './compare-drawing.ts';
import { type ChartMarker, MarkerDrawing } from './marker-drawing.ts';
import { PriceSeries, type PriceStyle } from './price-series.ts';
import { plotOf, StudyDrawings } from './study-drawings.ts';

/** Heights relative to each other: price and volume have 70 : 30 without panes of studies. */
const paneHeights = { price: 350, volume: 150, study: 130 } as const;

/** The least share of the prices in the height of all panes. */
const minPriceShare = 0.45;

/** The elements that hold the panes' headers: of the price pane, and of each study with a pane by its id. */
export interface PaneElements {
  readonly price: HTMLElement | null;
  readonly studies: ReadonlyMap<string, HTMLElement>;
}

export interface PriceDrawingEvents extends Omit<ViewportEvents, 'onFit'> {
  /** After panes were added or removed. */
  readonly onPanes: (panes: PaneElements) => void;
  readonly onResize: (heights: PaneHeights) => void;
}

/** A part of the chart with series of its own. */
export interface ChartPart<Part> {
  readonly part: Part;
  readonly remove: () => void;
}

/** Wraps a lightweight-charts instance with a price pane with markers and levels, a volume pane and studies. */
export class PriceDrawing {
  readonly #chart: IChartApi;
  readonly #series: PriceSeries;
  readonly #pricePane: IPaneApi<Time>;
  readonly #markers: MarkerDrawing;
  readonly #levels: LevelDrawing;
  readonly #compare: CompareDrawing;
  readonly #studies: StudyDrawings;
  readonly #resizer: PaneResizer;
  readonly #leaveSync: () => void;
  readonly #events: PriceDrawingEvents;
  readonly viewport: Viewport;
  readonly #sync: TimeSync;
  /** The places of the price pane, for what is painted on it. */
  readonly plane: PricePlane;
  #bars: BarColumns = noBars;
  /** Whether the last bars had older ones before those in view, which stayed. */
  #isViewKept = false;
  #colors: ChartColors;
  #format: PriceFormat | null = null;
  /** The height of the crosshair in the price pane; null outside of it. */
  #crosshairY: number | null = null;
  #isMagnet = false;
  #panesFrame = 0;
  #isRemoved = false;

  constructor(container: HTMLElement, colors: ChartColors, sync: TimeSync, events: PriceDrawingEvents) {
    this.#colors = colors;
    this.#events = events;
    this.#chart = openChart(container);
    this.#chart.applyOptions(chartPaint(colors));
    this.#series = new PriceSeries(this.#chart, colors);
    const { price } = this.#series;
    this.#markers = new MarkerDrawing(this.#chart, price, colors);
    this.#levels = new LevelDrawing(price, colors);
    this.#compare = new CompareDrawing(this.#chart);
    this.#studies = new StudyDrawings(this.#chart);
    this.#resizer = new PaneResizer(
      this.#chart,
      (index, count) => this.#defaultHeight(index, count),
      events.onResize,
    );
    this.#pricePane = price.getPane();
    this.#chart.subscribeCrosshairMove(({ point, paneIndex }) => {
      this.#crosshairY = point && paneIndex === 0 ? point.y : null;
    });
    this.viewport = new Viewport(this.#chart, () => this.#series.price, {
      ...events,
      onFit: () => sync.lead(this.#chart),
    });
    this.#sync = sync;
    this.#leaveSync = sync.join(this.#chart, container);
    this.plane = this.#createPlane();
    this.#announcePanes();
  }

  #createPlane(): PricePlane {
    const timeScale = this.#chart.timeScale();
    return {
      bars: () => this.#bars,
      colors: () => this.#colors,
      xOf: (index) => timeScale.logicalToCoordinate(index as Logical),
      indexAt: (x) => timeScale.coordinateToLogical(x),
      yOf: (price) => this.#series.price.priceToCoordinate(price),
      priceAt: (y) => this.#series.price.coordinateToPrice(y),
      size: () => ({ width: timeScale.width(), height: this.#pricePane.getHeight() }),
    };
  }

  /** Paints on the price pane until `remove` of the result. */
  addOverlay(paint: Paint): ChartOverlay {
    const overlay = new PriceOverlay(this.plane, paint);
    this.#pricePane.attachPrimitive(overlay);
    return {
      update: () => overlay.update(),
      remove: () => {
        // With the chart, its panes have gone.
        if (!this.#isRemoved) this.#pricePane.detachPrimitive(overlay);
      },
    };
  }

  /** Adds series of a part that is loaded later, until `remove` of the result. */
  addPart<Part extends { remove(): void }>(create: (chart: IChartApi) => Part): ChartPart<Part> {
    const part = this.viewport.withAddition(() => create(this.#chart));
    return {
      part,
      remove: () => {
        if (!this.#isRemoved) this.viewport.withAddition(() => part.remove());
      },
    };
  }

  /**
   * Replaces the bars and shows all of them, or the same as before if older bars were put before them. Studies,
   * compared symbols and markers belong to bars: they are empty until they are set again. Otherwise the library would
   * align the points of all series in time once for each series that loses points.
   */
  setBars(bars: BarColumns): void {
    const olderCount = this.#sync.olderCount(this.#bars, bars);
    this.#isViewKept = olderCount > 0;
    this.#bars = bars;
    this.#studies.clear();
    this.#compare.clear();
    this.#markers.clear();
    this.#series.setBars(bars);
    if (olderCount > 0) this.viewport.addOlderBars(bars, olderCount);
    else this.viewport.setBars(bars);
  }

  /**
   * @param hasOlder whether the view can be moved beyond the first bar, where older bars are loaded
   * @param isExtended whether the next bars have older ones that were loaded in this way
   */
  setHistory(hasOlder: boolean, isExtended: boolean): void {
    this.#sync.setLeftEdge(!hasOlder);
    this.#sync.setKeepsView(isExtended);
  }

  setFormat(format: PriceFormat): void {
    this.#format = format;
    this.#series.setFormat(format);
  }

  setStyle(style: PriceStyle): void {
    if (!this.#series.setStyle(style)) return;
    this.#markers.setSeries(this.#series.price);
    this.#levels.setSeries(this.#series.price);
  }

  /** Draws the volume in a pane of its own, or at the bottom of the price pane. */
  setHasVolumePane(hasPane: boolean): void {
    if (!this.#series.setHasVolumePane(hasPane)) return;
    this.#announcePanes();
  }

  /** The height of a pane among `count`, relative to the others, without those that the user has chosen. */
  #defaultHeight(index: number, count: number): number {
    const volumePanes = this.#series.hasVolumePane ? 1 : 0;
    if (index > 0) return index === volumePanes ? paneHeights.volume : paneHeights.study;
    const others = paneHeights.volume * volumePanes + paneHeights.study * (count - 1 - volumePanes);
    return Math.max(paneHeights.price, (others * minPriceShare) / (1 - minPriceShare));
  }

  /** Whether the crosshair sticks to closes. */
  setMagnet(isMagnet: boolean): void {
    // With any options, the library draws all bars again.
    if (isMagnet === this.#isMagnet) return;
    this.#isMagnet = isMagnet;
    this.#chart.applyOptions({
      crosshair: { mode: isMagnet ? CrosshairMode.Magnet : CrosshairMode.Normal },
    });
  }

  /** Opens the marker of a bar, if it has one that can be opened. */
  openMarker(bar: number): void {
    this.#markers.open(bar);
  }

  /** Replaces all markers, which belong to the bars last set. */
  setMarkers(markers: readonly ChartMarker[]): void {
    this.#series.setHasLane(markers.some(({ position }) => position === 'lane'));
    this.#markers.setMarkers(markers, this.#bars, this.#isViewKept);
  }

  setLevels(levels: readonly PriceLevel[]): void {
    this.#levels.set(levels);
  }

  /** Replaces the compared symbols, whose values belong to the bars last set. */
  setCompared(compared: readonly ComparedSymbol[]): void {
    this.#compare.set(compared, this.#bars);
  }

  /** The level within `tolerance` pixels of a height of the chart. */
  levelAt(y: number, tolerance: number): PriceLevel | undefined {
    return this.#levels.at(y, tolerance);
  }

  /** The price at a height of the chart, or at the crosshair; null outside of the price pane. */
  priceAt(y: number | null = this.#crosshairY): number | null {
    if (y === null || y < 0 || y > this.#pricePane.getHeight()) return null;
    const price = this.#series.price.coordinateToPrice(y);
    return price !== null && price > 0 ? Number(price.toFixed(this.#format?.decimals ?? 2)) : null;
  }

  /** The height of a price in the price pane; null without bars. */
  heightOf(price: number): number | null {
    return this.#series.price.priceToCoordinate(price);
  }

  /** Draws these studies, whose values belong to the bars last set. A study that was drawn keeps its series. */
  setStudies(studies: readonly Study[], hiddenIds: ReadonlySet<string>): void {
    this.#studies.set(studies, hiddenIds, { bars: this.#bars, colors: this.#colors });
    this.#announcePanes();
  }

  setPaneHeights(heights: PaneHeights): void {
    this.#resizer.setHeights(heights);
  }

  /** The library creates and removes the elements of panes in its next frame. */
  #announcePanes(): void {
    this.#resizer.update();
    cancelAnimationFrame(this.#panesFrame);
    this.#panesFrame = requestAnimationFrame(() => {
      this.#events.onPanes({ price: plotOf(this.#pricePane), studies: this.#studies.plots() });
    });
  }

  setColors(colors: ChartColors): void {
    this.#colors = colors;
    this.#chart.applyOptions(chartPaint(colors));
    this.#series.setColors(colors);
    this.#markers.setColors(colors);
    this.#levels.setColors(colors);
    this.#studies.setColors(colors);
  }

  /** The content of a picture, with the caption that `describe` returns for the visible bars. */
  picture(describe: (visible: VisibleBars) => PictureCaption): PictureContent {
    return {
      chart: this.#chart.takeScreenshot(true),
      width: this.#chart.chartElement().clientWidth,
      caption: describe(this.viewport.visible()),
      colors: this.#colors,
    };
  }

  remove(): void {
    this.#isRemoved = true;
    cancelAnimationFrame(this.#panesFrame);
    this.#resizer.remove();
    this.viewport.remove();
    this.#leaveSync();
    this.#chart.remove();
  }
}
