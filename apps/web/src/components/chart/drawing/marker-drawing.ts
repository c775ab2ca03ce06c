import {
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { type BarColumns, noBars, timeAt } from '../bar-columns.ts';
import type { ChartColors } from '../chart-colors.ts';
import { seriesBehavior } from '../chart-options.ts';
import { rowHeight } from '../scale/price-scale.ts';
import type { PriceSeriesApi } from './price-series.ts';

export interface ChartMarker {
  readonly bar: number;
  readonly text: string;
  /** Beside the bar, or in a row at the bottom of the price pane. */
  readonly position: 'aboveBar' | 'belowBar' | 'bottom';
  readonly shape: 'circle' | 'square' | 'arrowUp' | 'arrowDown';
  readonly color: keyof ChartColors;
}

/** The least distances in pixels between two shapes and between two texts in the row: closer ones look like a rope. */
const minDistance = { shape: 8, text: 12 } as const;

/** Sizes of the shapes in the row, relative to the library's default: with and without a text. */
const rowShapeSizes = { text: 0.5, plain: 0.25 } as const;

/** The markers that are at least `minBars` apart; one gives way to those before it in the list. */
export function spaced(markers: readonly ChartMarker[], minBars: number): ReadonlySet<ChartMarker> {
  const kept = new Set<ChartMarker>();
  for (const marker of markers) {
    if (![...kept].some(({ bar }) => Math.abs(bar - marker.bar) < minBars)) kept.add(marker);
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

/** The markers of a chart: beside the bars of the price series, and in a row at the bottom of its pane. */
export class MarkerDrawing {
  readonly #chart: IChartApi;
  /** Invisible, with a price scale of its own: the row must not change the scale of the prices. */
  readonly #row: ISeriesApi<'Line'>;
  readonly #rowPlugin: ISeriesMarkersPluginApi<Time>;
  #price: PriceSeriesApi;
  /** Null until there is a marker beside a bar: even without markers, the library copies all bars for them. */
  #pricePlugin: ISeriesMarkersPluginApi<Time> | null = null;
  #markers: readonly ChartMarker[] = [];
  #bars: BarColumns = noBars;
  #colors: ChartColors;
  /** The markers in the row for which there is room, and those of them with room for their text. */
  #shown = noMarkers;
  #texts = noMarkers;
  /** The distance between bars, in pixels. */
  #barSpacing = 0;

  constructor(chart: IChartApi, price: PriceSeriesApi, colors: ChartColors) {
    this.#chart = chart;
    this.#colors = colors;
    this.#price = price;
    this.#row = chart.addSeries(LineSeries, {
      ...seriesBehavior,
      priceScaleId: 'markers',
      lineVisible: false,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
      // In pixels, so that the texts are not cut when the pane is low.
      autoscaleInfoProvider: () => ({
        priceRange: { minValue: 0, maxValue: 1 },
        margins: { above: 0, below: rowHeight },
      }),
    });
    this.#row.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } });
    this.#rowPlugin = createSeriesMarkers(this.#row, [], { autoScale: false });
    chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#setBarSpacing());
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
    this.#row.setData([]);
  }

  /**
   * Replaces all markers of these bars. In the order of the list, the markers beside a bar are
   * stacked; in the row, markers lie below those before them, to which their texts give way.
   */
  setMarkers(markers: readonly ChartMarker[], bars: BarColumns): void {
    const timeScale = this.#chart.timeScale();
    // The library shows all bars in its next frame; markers set within that frame would need another one.
    this.#barSpacing =
      bars === this.#bars ? timeScale.options().barSpacing : timeScale.width() / bars.time.length;
    this.#markers = markers;
    this.#bars = bars;
    this.#draw();
  }

  #setBarSpacing(): void {
    const { barSpacing } = this.#chart.timeScale().options();
    if (barSpacing === this.#barSpacing) return;
    this.#barSpacing = barSpacing;
    const { shown, texts } = this.#chooseByRoom();
    if (!areEqual(shown, this.#shown) || !areEqual(texts, this.#texts)) this.#drawRow();
  }

  #draw(): void {
    const row = new Set(this.#markersInRow().map(({ bar }) => bar));
    const times = [...row].map((bar) => timeAt(this.#bars, bar)).filter((time) => time !== undefined);
    this.#row.setData(times.sort((a, b) => a - b).map((time) => ({ time, value: 0 })));
    this.#drawRow();
    this.#drawBesideBars();
  }

  #markersInRow(): ChartMarker[] {
    return this.#markers.filter(({ position }) => position === 'bottom');
  }

  #chooseByRoom() {
    const shown = spaced(this.#markersInRow(), minDistance.shape / this.#barSpacing);
    return { shown, texts: spaced([...shown], minDistance.text / this.#barSpacing) };
  }

  #drawRow(): void {
    const { shown, texts } = this.#chooseByRoom();
    this.#shown = shown;
    this.#texts = texts;
    // The first of the list is drawn last, above the others.
    const drawn = [...shown].toReversed().flatMap((marker) => {
      const time = timeAt(this.#bars, marker.bar);
      if (time === undefined) return [];
      const { shape } = marker;
      const label = texts.has(marker)
        ? { text: marker.text, size: rowShapeSizes.text }
        : { size: rowShapeSizes.plain };
      return [{ time, position: 'inBar', shape, color: this.#colors[marker.color], ...label } as const];
    });
    this.#rowPlugin.setMarkers(ascending(drawn));
  }

  #drawBesideBars(): void {
    const drawn = this.#markers.flatMap(({ bar, text, position, shape, color }) => {
      const time = timeAt(this.#bars, bar);
      if (position === 'bottom' || time === undefined) return [];
      return [{ time, text, position, shape, color: this.#colors[color] }];
    });
    if (drawn.length > 0) this.#pricePlugin ??= createSeriesMarkers(this.#price);
    this.#pricePlugin?.setMarkers(ascending(drawn));
  }
}
