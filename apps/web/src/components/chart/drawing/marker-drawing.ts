import {
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  type Point,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { type BarColumns, noBars, timeAt } from '../bar-columns.ts';
import type { ChartColors } from '../chart-colors.ts';
import { seriesBehavior } from '../chart-options.ts';
import { laneHeight } from '../scale/price-scale.ts';
import type { PriceSeriesApi } from './price-series.ts';

export interface ChartMarker {
  readonly bar: number;
  readonly text: string;
  /** Beside the bar, or in the lane at the bottom of the price pane. */
  readonly position: 'aboveBar' | 'belowBar' | 'lane';
  readonly shape: 'circle' | 'square' | 'arrowUp' | 'arrowDown';
  readonly color: keyof ChartColors;
  /** Shows what the marker stands for, on a click on it. */
  readonly onOpen?: () => void;
}

/** The least distances in pixels between two markers of the lane, and between two with a text: closer ones crowd it. */
const minDistance = { plain: 8, text: 24 } as const;

/** The distance in pixels from the middle of a marker of the lane at which a click or tap opens it. */
const openDistance = 16;

/** Sizes of the shapes in the lane, relative to the library's default. */
const laneShapeSizes = { plain: 0.7, text: 0.5 } as const;

/** The markers with room at this distance between bars in pixels; one gives way to those before it in the list. */
export function spaced(markers: readonly ChartMarker[], barSpacing: number): ReadonlySet<ChartMarker> {
  const kept = new Set<ChartMarker>();
  for (const marker of markers) {
    const isCovered = [...kept].some(({ bar, text }) => {
      const distance = Math.abs(bar - marker.bar) * barSpacing;
      return distance < minDistance[text !== '' && marker.text !== '' ? 'text' : 'plain'];
    });
    if (!isCovered) kept.add(marker);
  }
  return kept;
}

const noMarkers: ReadonlySet<ChartMarker> = new Set();

function areEqual(one: ReadonlySet<ChartMarker>, other: ReadonlySet<ChartMarker>): boolean {
  return one.size === other.size && [...one].every((marker) => other.has(marker));
}

/** The library requires ascending times. */
function ascending(markers: SeriesMarker<UTCTimestamp>[]): SeriesMarker<Time>[] {
  return markers.sort((a, b) => a.time - b.time);
}

/** The markers of a chart: beside the bars of the price series, and in a lane at the bottom of its pane. */
export class MarkerDrawing {
  readonly #chart: IChartApi;
  /** Invisible, with a price scale of its own: the lane must not change the scale of the prices. */
  readonly #lane: ISeriesApi<'Line'>;
  readonly #lanePlugin: ISeriesMarkersPluginApi<Time>;
  #price: PriceSeriesApi;
  /** Null until there is a marker beside a bar: even without markers, the library copies all bars for them. */
  #pricePlugin: ISeriesMarkersPluginApi<Time> | null = null;
  #markers: readonly ChartMarker[] = [];
  #bars: BarColumns = noBars;
  #colors: ChartColors;
  /** The markers in the lane for which there is room. */
  #shown = noMarkers;
  /** The distance between bars, in pixels. */
  #barSpacing = 0;

  constructor(chart: IChartApi, price: PriceSeriesApi, colors: ChartColors) {
    this.#chart = chart;
    this.#colors = colors;
    this.#price = price;
    this.#lane = chart.addSeries(LineSeries, {
      ...seriesBehavior,
      priceScaleId: 'markers',
      lineVisible: false,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
      // In pixels, so that the texts are not cut when the pane is low.
      autoscaleInfoProvider: () => ({
        priceRange: { minValue: 0, maxValue: 1 },
        margins: { above: 0, below: laneHeight },
      }),
    });
    this.#lane.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } });
    this.#lanePlugin = createSeriesMarkers(this.#lane, [], { autoScale: false });
    chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#setBarSpacing());
    chart.subscribeClick(({ point, paneIndex }) => {
      if (point && paneIndex === 0) this.#markerAt(point)?.onOpen?.();
    });
    chart.subscribeCrosshairMove(({ point, paneIndex }) => {
      const canOpen = point && paneIndex === 0 && this.#markerAt(point) !== undefined;
      chart.chartElement().style.cursor = canOpen ? 'pointer' : '';
    });
  }

  /** Moves the markers of the bars to another price series. */
  setSeries(price: PriceSeriesApi): void {
    this.#price = price;
    this.#pricePlugin = null;
    this.#drawBesideBars();
  }

  setColors(colors: ChartColors): void {
    this.#colors = colors;
    this.#draw();
  }

  /** Removes all markers, until `setMarkers`. */
  clear(): void {
    this.#setLaneTimes([]);
  }

  #setLaneTimes(times: readonly UTCTimestamp[]): void {
    // For any data, the library fits the scales of all panes again.
    if (times.length === 0 && this.#lane.data().length === 0) return;
    this.#lane.setData(times.map((time) => ({ time, value: 0 })));
  }

  /**
   * Replaces all markers of these bars. In the order of the list, the markers beside a bar are
   * stacked; in the lane, markers give way to those before them.
   * @param isViewKept whether other bars are in view as before, instead of all
   */
  setMarkers(markers: readonly ChartMarker[], bars: BarColumns, isViewKept: boolean): void {
    const timeScale = this.#chart.timeScale();
    // The library shows all bars in its next frame; markers set within that frame would need another one.
    this.#barSpacing =
      isViewKept || bars === this.#bars
        ? timeScale.options().barSpacing
        : timeScale.width() / bars.time.length;
    this.#markers = markers;
    this.#bars = bars;
    this.#draw();
  }

  /** Opens the marker of a bar in the lane, if it has one that can be opened. */
  open(bar: number): void {
    this.#markers.find((marker) => marker.bar === bar && marker.onOpen)?.onOpen?.();
  }

  /** The shown marker at this point of the price pane that can be opened; undefined without one. */
  #markerAt({ x, y }: Point): ChartMarker | undefined {
    const laneY = this.#lane.priceToCoordinate(0);
    if (laneY === null || Math.abs(y - laneY) > openDistance) return;
    const distanceTo = ({ bar }: ChartMarker) => {
      const time = timeAt(this.#bars, bar);
      const middle = time === undefined ? null : this.#chart.timeScale().timeToCoordinate(time);
      return middle === null ? Number.POSITIVE_INFINITY : Math.abs(x - middle);
    };
    return [...this.#shown]
      .filter((marker) => marker.onOpen && distanceTo(marker) <= openDistance)
      .sort((a, b) => distanceTo(a) - distanceTo(b))[0];
  }

  #setBarSpacing(): void {
    const { barSpacing } = this.#chart.timeScale().options();
    if (barSpacing === this.#barSpacing) return;
    this.#barSpacing = barSpacing;
    if (!areEqual(this.#chooseByRoom(), this.#shown)) this.#drawLane();
  }

  #draw(): void {
    const lane = new Set(this.#markersInLane().map(({ bar }) => bar));
    const times = [...lane].map((bar) => timeAt(this.#bars, bar)).filter((time) => time !== undefined);
    this.#setLaneTimes(times.sort((a, b) => a - b));
    this.#drawLane();
    this.#drawBesideBars();
  }

  #markersInLane(): ChartMarker[] {
    return this.#markers.filter(({ position }) => position === 'lane');
  }

  #chooseByRoom(): ReadonlySet<ChartMarker> {
    return spaced(this.#markersInLane(), this.#barSpacing);
  }

  #drawLane(): void {
    this.#shown = this.#chooseByRoom();
    // The first of the list is drawn last, above the others.
    const drawn = [...this.#shown].toReversed().flatMap((marker) => {
      const time = timeAt(this.#bars, marker.bar);
      if (time === undefined) return [];
      const { shape, text } = marker;
      const label = text === '' ? { size: laneShapeSizes.plain } : { text, size: laneShapeSizes.text };
      return [{ time, position: 'inBar', shape, color: this.#colors[marker.color], ...label } as const];
    });
    this.#lanePlugin.setMarkers(ascending(drawn));
  }

  #drawBesideBars(): void {
    const drawn = this.#markers.flatMap(({ bar, text, position, shape, color }) => {
      const time = timeAt(this.#bars, bar);
      if (position === 'lane' || time === undefined) return [];
      return [{ time, text, position, shape, color: this.#colors[color] }];
    });
    if (drawn.length > 0) this.#pricePlugin ??= createSeriesMarkers(this.#price);
    this.#pricePlugin?.setMarkers(ascending(drawn));
  }
}
