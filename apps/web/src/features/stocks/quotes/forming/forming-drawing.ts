import {
  CandlestickSeries,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type UTCTimestamp,
} from 'lightweight-charts';
import { barTime } from '#components/chart/bar-columns.ts';
import { type ChartColors, fade } from '#components/chart/chart-colors.ts';
import { seriesBehavior } from '#components/chart/chart-options.ts';
import type { PriceStyle } from '#components/chart/drawing/price-series.ts';
import { fitPrices } from '#components/chart/scale/price-scale.ts';
import type { FormingBar } from './forming-bar.ts';

/** The opacity of a bar that is not final. */
const opacity = 0.6;
/** The opacity of the volume: that of the final bars times `opacity`. */
const volumeOpacity = { pane: 0.36, underlay: 0.15 } as const;
const transparent = '#00000000';

const quiet = { ...seriesBehavior, priceLineVisible: false, lastValueVisible: false } as const;

export interface FormingLook {
  readonly colors: ChartColors;
  readonly style: PriceStyle;
  readonly hasVolumePane: boolean;
  /** The last final bar, from whose close the line is drawn. */
  readonly last: { readonly time: UTCTimestamp; readonly close: number };
}

/** The bar in progress in series of its own, so that a new price changes no other series. */
export class FormingDrawing {
  readonly #chart: IChartApi;
  readonly #look: FormingLook;
  readonly #candle: ISeriesApi<'Candlestick'> | null;
  readonly #line: ISeriesApi<'Line'> | null;
  readonly #volume: ISeriesApi<'Histogram'>;

  constructor(chart: IChartApi, look: FormingLook) {
    this.#chart = chart;
    this.#look = look;
    const { colors, style, hasVolumePane } = look;
    const [up, down] = [fade(colors.up, opacity), fade(colors.down, opacity)];
    const shared = { ...quiet, autoscaleInfoProvider: fitPrices(chart) };
    const isLine = style === 'line';
    this.#candle = isLine
      ? null
      : chart.addSeries(CandlestickSeries, {
          ...shared,
          upColor: transparent,
          downColor: transparent,
          borderUpColor: up,
          borderDownColor: down,
          wickUpColor: up,
          wickDownColor: down,
        });
    this.#line = isLine
      ? chart.addSeries(LineSeries, {
          ...shared,
          color: fade(colors.line, opacity),
          lineWidth: 2,
          lineStyle: LineStyle.Dotted,
          crosshairMarkerVisible: false,
        })
      : null;
    this.#volume = chart.addSeries(
      HistogramSeries,
      { ...quiet, priceFormat: { type: 'volume' }, priceScaleId: hasVolumePane ? 'right' : 'volume' },
      hasVolumePane ? 1 : 0,
    );
  }

  /** Adds the time of the bar, without a price, to another chart. Returns the function that removes it. */
  static addTime(chart: IChartApi, date: string): () => void {
    const series = chart.addSeries(LineSeries, {
      ...quiet,
      priceScaleId: 'time',
      lineVisible: false,
      crosshairMarkerVisible: false,
      autoscaleInfoProvider: () => null,
    });
    series.setData([{ time: barTime(date), value: 0 }]);
    return () => chart.removeSeries(series);
  }

  /** Draws the bar. Without an open, a line from low to high with a tick at the price. */
  update(bar: FormingBar): void {
    const { colors, last, hasVolumePane } = this.#look;
    const time = barTime(bar.date);
    const { open, high, low, close } = bar;
    this.#candle?.setData([{ time, open: open ?? close, high, low, close }]);
    this.#line?.setData([
      { time: last.time, value: last.close },
      { time, value: close },
    ]);
    const isUp = close >= (open ?? last.close);
    const color = fade(isUp ? colors.up : colors.down, volumeOpacity[hasVolumePane ? 'pane' : 'underlay']);
    this.#volume.setData(bar.volume === null ? [] : [{ time, value: bar.volume, color }]);
  }

  remove(): void {
    for (const series of [this.#candle, this.#line, this.#volume]) {
      if (series) this.#chart.removeSeries(series);
    }
  }
}
