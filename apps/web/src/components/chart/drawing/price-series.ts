import {
  CandlestickSeries,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineType,
} from 'lightweight-charts';
import type { PriceFormat } from '#lib/format/price-format.ts';
import { type BarColumns, chartTime, noBars } from '../bar-columns.ts';
import { type ChartColors, fade } from '../chart-colors.ts';
import { columnBehavior, seriesBehavior } from '../chart-options.ts';
import { fitPrices, marginsWithLane, priceMargins } from '../scale/price-scale.ts';

/** `steps`: a line that keeps each price until the next one. */
export type PriceStyle = 'candlestick' | 'line' | 'steps';
export type PriceSeriesApi = ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>;

/** Opacity of the volume in a pane of its own, and behind the prices. */
const volumeOpacity = { pane: 0.6, underlay: 0.25 } as const;

/** Margins above the volume: in a pane of its own, and behind the prices, where it has the lowest fifth. */
const volumeMargins = { pane: { top: 0.12, bottom: 0 }, underlay: { top: 0.8, bottom: 0 } } as const;

/** The prices as candles or as a line, and the volume in the pane below or behind them. */
export class PriceSeries {
  readonly #chart: IChartApi;
  readonly #volume: ISeriesApi<'Histogram'>;
  #hasVolumePane = true;
  #price: PriceSeriesApi;
  #style: PriceStyle = 'candlestick';
  #bars: BarColumns = noBars;
  #colors: ChartColors;
  #format: PriceFormat | null = null;

  constructor(chart: IChartApi, colors: ChartColors) {
    this.#chart = chart;
    this.#colors = colors;
    this.#price = this.#addPrice('candlestick');
    this.#price.priceScale().applyOptions({ scaleMargins: priceMargins });
    this.#volume = chart.addSeries(
      HistogramSeries,
      {
        ...columnBehavior,
        priceFormat: { type: 'volume' },
        priceLineVisible: false,
        lastValueVisible: false,
      },
      1,
    );
    this.#volume.priceScale().applyOptions({ scaleMargins: volumeMargins.pane });
  }

  /** Another object after a change of the style. */
  get price(): PriceSeriesApi {
    return this.#price;
  }

  #addPrice(style: PriceStyle): PriceSeriesApi {
    const { up, down, line } = this.#colors;
    const shared = { ...seriesBehavior, autoscaleInfoProvider: fitPrices(this.#chart) };
    const lineType = style === 'steps' ? LineType.WithSteps : LineType.Simple;
    return style !== 'candlestick'
      ? this.#chart.addSeries(LineSeries, { ...shared, color: line, lineWidth: 2, lineType }, 0)
      : this.#chart.addSeries(
          CandlestickSeries,
          {
            ...shared,
            upColor: up,
            downColor: down,
            wickUpColor: up,
            wickDownColor: down,
            borderVisible: false,
          },
          0,
        );
  }

  get hasVolumePane(): boolean {
    return this.#hasVolumePane;
  }

  get #volumePlace(): 'pane' | 'underlay' {
    return this.#hasVolumePane ? 'pane' : 'underlay';
  }

  /** @returns whether the panes have changed */
  setHasVolumePane(hasPane: boolean): boolean {
    if (hasPane === this.#hasVolumePane) return false;
    this.#hasVolumePane = hasPane;
    // The library adds panes at the bottom, and deletes a pane without series.
    if (hasPane) this.#chart.addPane().moveTo(1);
    this.#volume.applyOptions({ priceScaleId: hasPane ? 'right' : 'volume' });
    this.#volume.moveToPane(hasPane ? 1 : 0);
    this.#volume.priceScale().applyOptions({ scaleMargins: volumeMargins[this.#volumePlace] });
    this.#setVolumeData();
    return true;
  }

  #setPriceData(): void {
    const { time: times, open, high, low, close } = this.#bars;
    const isLine = this.#style !== 'candlestick';
    this.#price.setData(
      times.map((seconds, index) => {
        const time = chartTime(seconds);
        const last = close[index] ?? 0;
        if (isLine) return { time, value: last };
        return { time, open: open[index] ?? 0, high: high[index] ?? 0, low: low[index] ?? 0, close: last };
      }),
    );
  }

  /** A bar is up when it closes at or above its open. */
  #setVolumeData(): void {
    const opacity = volumeOpacity[this.#volumePlace];
    const up = fade(this.#colors.up, opacity);
    const down = fade(this.#colors.down, opacity);
    const { time: times, open, close, volume } = this.#bars;
    this.#volume.setData(
      times.map((seconds, index) => ({
        time: chartTime(seconds),
        value: volume[index] ?? 0,
        color: (close[index] ?? 0) >= (open[index] ?? 0) ? up : down,
      })),
    );
  }

  setBars(bars: BarColumns): void {
    this.#bars = bars;
    this.#volume.setData([]);
    this.#setPriceData();
    this.#setVolumeData();
  }

  setFormat(format: PriceFormat): void {
    this.#format = format;
    const { tick, formatPlain } = format;
    // The margins of markers and a drag of the axis reach below 0, where there are no prices.
    const formatter = (price: number) => (price < 0 ? '' : formatPlain(price));
    this.#price.applyOptions({ priceFormat: { type: 'custom', minMove: tick, formatter } });
  }

  /** Keeps the prices above a lane of markers at the bottom of their pane. */
  setHasLane(hasLane: boolean): void {
    const scaleMargins = hasLane ? marginsWithLane : priceMargins;
    const { bottom } = this.#price.priceScale().options().scaleMargins;
    if (bottom !== scaleMargins.bottom) this.#price.priceScale().applyOptions({ scaleMargins });
  }

  /** @returns whether `price` is another series */
  setStyle(style: PriceStyle): boolean {
    if (style === this.#style) return false;
    const before = this.#price;
    this.#style = style;
    // Add before removing: the library deletes a pane without series.
    this.#price = this.#addPrice(style);
    this.#price.setSeriesOrder(0);
    if (this.#format) this.setFormat(this.#format);
    this.#setPriceData();
    this.#chart.removeSeries(before);
    return true;
  }

  setColors(colors: ChartColors): void {
    if (colors === this.#colors) return;
    this.#colors = colors;
    const { up, down, line } = colors;
    this.#price.applyOptions(
      this.#style !== 'candlestick'
        ? { color: line }
        : { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down },
    );
    this.#setVolumeData();
  }
}
