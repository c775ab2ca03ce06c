import type { Bar } from '@stockbook/api/schemas';
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPaneApi,
  type ISeriesApi,
  LineSeries,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { PriceFormat } from '../../lib/price-format.ts';
import { barTime } from './bar-time.ts';
import { type ChartColors, fade } from './chart-colors.ts';
import type { ChartMarker } from './chart-marker.ts';
import { chartBehavior, chartPaint, hideLayoutTable } from './chart-options.ts';
import { drawChartPicture, type PictureCaption } from './chart-picture.ts';
import { LevelDrawing } from './levels/level-drawing.ts';
import type { PriceLevel } from './levels/price-level.ts';
import { MarkerDrawing } from './marker-drawing.ts';
import type { Study } from './study.ts';
import { StudyDrawing } from './study-drawing.ts';
import type { TimeSync } from './time-sync.ts';

export type PriceStyle = 'candlestick' | 'line';

/** Heights in pixels: 500 for price (70 %) and volume (30 %); each study pane adds its own height. */
export const paneHeights = { price: 350, volume: 150, study: 130 } as const;
const volumeOpacity = 0.6;
/** How many bars are shown on each side of a focused bar. */
const barsAroundFocus = 60;

/** A bar is up when it closes at or above its open. */
function isUp({ open, close }: Bar): boolean {
  return close >= open;
}

/** Wraps a lightweight-charts instance with a price pane with markers and levels, a volume pane and studies. */
export class PriceDrawing {
  readonly #chart: IChartApi;
  readonly #pricePane: IPaneApi<Time>;
  readonly #volumePane: IPaneApi<Time>;
  readonly #markers: MarkerDrawing;
  readonly #levels: LevelDrawing;
  readonly #leaveSync: () => void;
  #price: ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>;
  #volume: ISeriesApi<'Histogram'>;
  #style: PriceStyle = 'candlestick';
  #format: PriceFormat | null = null;
  #studies: readonly Study[] = [];
  #studyDrawings: StudyDrawing[] = [];
  #bars: readonly Bar[] = [];
  #times: readonly UTCTimestamp[] = [];
  #colors: ChartColors;
  /** The height of the crosshair in the price pane; null outside of it. */
  #crosshairY: number | null = null;
  readonly #onHover: (index: number | null) => void;
  /** The date of the bar under the crosshair until the pointer moves it. */
  #focus: string | null = null;

  /** `onHover` receives the index of the bar under the crosshair, or null. */
  constructor(
    container: HTMLElement,
    colors: ChartColors,
    sync: TimeSync,
    onHover: (index: number | null) => void,
  ) {
    this.#colors = colors;
    this.#onHover = onHover;
    this.#chart = createChart(container, chartBehavior);
    this.#chart.applyOptions(chartPaint(colors));
    hideLayoutTable(container);
    this.#price = this.#addPrice('candlestick');
    this.#markers = new MarkerDrawing(this.#chart, this.#price, colors);
    this.#levels = new LevelDrawing(this.#price, colors);
    this.#pricePane = this.#price.getPane();
    this.#volume = this.#chart.addSeries(
      HistogramSeries,
      { priceFormat: { type: 'volume' }, priceLineVisible: false, lastValueVisible: false },
      1,
    );
    this.#volumePane = this.#volume.getPane();
    this.#volume.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0 } });
    this.#sizePanes();
    this.#chart.subscribeCrosshairMove(({ point, logical, paneIndex }) => {
      this.#crosshairY = point && paneIndex === 0 ? point.y : null;
      const index = point && logical !== undefined ? Math.round(logical) : -1;
      if (point) this.#focus = null;
      onHover(index >= 0 && index < this.#bars.length ? index : null);
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#drawFocus());
    this.#leaveSync = sync.join(this.#chart);
  }

  #addPrice(style: PriceStyle): ISeriesApi<'Candlestick'> | ISeriesApi<'Line'> {
    const { up, down, line } = this.#colors;
    return style === 'line'
      ? this.#chart.addSeries(LineSeries, { color: line, lineWidth: 2 }, 0)
      : this.#chart.addSeries(
          CandlestickSeries,
          {
            upColor: up,
            downColor: down,
            wickUpColor: up,
            wickDownColor: down,
            borderVisible: false,
          },
          0,
        );
  }

  #setPriceData(): void {
    const bars = this.#bars;
    this.#price.setData(
      this.#times.map((time, index) => {
        const bar = bars[index];
        if (!bar) return { time };
        const { open, high, low, close } = bar;
        return this.#style === 'line' ? { time, value: close } : { time, open, high, low, close };
      }),
    );
  }

  #setVolumeData(): void {
    const up = fade(this.#colors.up, volumeOpacity);
    const down = fade(this.#colors.down, volumeOpacity);
    this.#volume.setData(
      this.#bars.map((bar, index) => ({
        time: this.#times[index] ?? barTime(bar.date),
        value: bar.volume,
        color: isUp(bar) ? up : down,
      })),
    );
  }

  /** Replaces the bars and shows all of them. */
  setBars(bars: readonly Bar[]): void {
    this.#bars = bars;
    this.#times = bars.map(({ date }) => barTime(date));
    this.#setPriceData();
    this.#setVolumeData();
    this.fit();
  }

  /** The format of the axis and its labels. */
  setFormat(format: PriceFormat): void {
    this.#format = format;
    const { tick, formatPlain } = format;
    this.#price.applyOptions({ priceFormat: { type: 'custom', minMove: tick, formatter: formatPlain } });
  }

  setStyle(style: PriceStyle): void {
    if (style === this.#style) return;
    const before = this.#price;
    this.#style = style;
    // Add before removing: the library deletes a pane without series.
    this.#price = this.#addPrice(style);
    this.#price.setSeriesOrder(0);
    if (this.#format) this.setFormat(this.#format);
    this.#setPriceData();
    this.#chart.removeSeries(before);
    this.#markers.setSeries(this.#price);
    this.#levels.setSeries(this.#price);
  }

  /** Replaces all markers, which belong to the bars last set. */
  setMarkers(markers: readonly ChartMarker[]): void {
    this.#markers.setMarkers(markers, this.#times);
  }

  setLevels(levels: readonly PriceLevel[]): void {
    this.#levels.set(levels);
  }

  /** The level within `tolerance` pixels of a height of the chart. */
  levelAt(y: number, tolerance: number): PriceLevel | undefined {
    return this.#levels.at(y, tolerance);
  }

  /** The price at a height of the chart, or at the crosshair; null outside of the price pane. */
  priceAt(y: number | null = this.#crosshairY): number | null {
    if (y === null || y < 0 || y > this.#pricePane.getHeight()) return null;
    const price = this.#price.coordinateToPrice(y);
    return price !== null && price > 0 ? Number(price.toFixed(this.#format?.decimals ?? 2)) : null;
  }

  /** Replaces the studies, whose values belong to the bars last set. */
  setStudies(studies: readonly Study[]): void {
    this.#studies = studies;
    for (const drawing of this.#studyDrawings) drawing.remove();
    this.#studyDrawings = studies.map(
      (study) => new StudyDrawing(this.#chart, study, this.#times, this.#colors),
    );
    this.#sizePanes();
  }

  setColors(colors: ChartColors): void {
    this.#colors = colors;
    const { up, down, line } = colors;
    this.#chart.applyOptions(chartPaint(colors));
    this.#price.applyOptions(
      this.#style === 'line'
        ? { color: line }
        : { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down },
    );
    this.#setVolumeData();
    this.#markers.setColors(colors);
    this.#levels.setColors(colors);
    this.setStudies(this.#studies);
  }

  #sizePanes(): void {
    this.#pricePane.setStretchFactor(paneHeights.price);
    this.#volumePane.setStretchFactor(paneHeights.volume);
    for (const { pane } of this.#studyDrawings) pane?.setStretchFactor(paneHeights.study);
  }

  /** Puts the crosshair on the bar of this date and shows the bars around it; all bars if null or not among them. */
  setFocus(date: string | null): void {
    this.#focus = date;
    this.fit();
  }

  #focusedIndex(): number {
    return this.#bars.findIndex(({ date }) => date === this.#focus);
  }

  /** Shows the focused bar, or else all bars. */
  fit(): void {
    if (this.#bars.length === 0) return;
    const index = this.#focusedIndex();
    if (index < 0) {
      this.#chart.timeScale().fitContent();
      return;
    }
    const from = Math.max(0, index - barsAroundFocus);
    const to = Math.min(this.#bars.length - 1, index + barsAroundFocus);
    this.#chart.timeScale().setVisibleLogicalRange({ from, to });
  }

  /** The library moves the crosshair in pixels, so that a new range needs it to be set again. */
  #drawFocus(): void {
    const index = this.#focusedIndex();
    const bar = this.#bars[index];
    const time = this.#times[index];
    // Before the first layout there is no coordinate, and the library throws.
    if (!bar || time === undefined || this.#price.priceToCoordinate(bar.close) === null) return;
    this.#chart.setCrosshairPosition(bar.close, time, this.#price);
    this.#onHover(index);
  }

  /** The chart as a picture with the caption that `describe` returns for the visible bars. */
  picture(describe: (visible: readonly Bar[]) => PictureCaption): HTMLCanvasElement {
    const { from, to } = this.#chart.timeScale().getVisibleLogicalRange() ?? {
      from: 0,
      to: this.#bars.length,
    };
    const caption = describe(this.#bars.slice(Math.max(0, Math.round(from)), Math.round(to) + 1));
    const width = this.#chart.chartElement().clientWidth;
    return drawChartPicture(this.#chart.takeScreenshot(true), width, caption, this.#colors);
  }

  remove(): void {
    this.#leaveSync();
    this.#chart.remove();
  }
}
