import { type IChartApi, type ISeriesApi, LineSeries } from 'lightweight-charts';
import type { BarColumns } from '../bar-columns.ts';
import { seriesBehavior } from '../chart-options.ts';
import { fitPrices } from '../scale/price-scale.ts';
import { studyPoints } from './study-drawing.ts';

/** Another symbol's closes beside the prices. */
export interface ComparedSymbol {
  readonly symbol: string;
  readonly color: string;
  /** The close at or before each bar of the chart; undefined before the first. */
  readonly closes: readonly (number | undefined)[];
}

/** The lines of compared symbols on the scale of the prices. */
export class CompareDrawing {
  readonly #chart: IChartApi;
  readonly #series = new Map<string, ISeriesApi<'Line'>>();

  constructor(chart: IChartApi) {
    this.#chart = chart;
  }

  /** Removes all points, until `set`. */
  clear(): void {
    for (const series of this.#series.values()) series.setData([]);
  }

  /** Draws these symbols, whose closes belong to `bars`. */
  set(compared: readonly ComparedSymbol[], bars: BarColumns): void {
    const symbols = new Set(compared.map(({ symbol }) => symbol));
    for (const [symbol, series] of this.#series) {
      if (symbols.has(symbol)) continue;
      this.#chart.removeSeries(series);
      this.#series.delete(symbol);
    }
    for (const { symbol, color, closes } of compared) {
      let series = this.#series.get(symbol);
      if (!series) {
        series = this.#chart.addSeries(
          LineSeries,
          {
            ...seriesBehavior,
            lineWidth: 2,
            priceLineVisible: false,
            autoscaleInfoProvider: fitPrices(this.#chart),
          },
          0,
        );
        this.#series.set(symbol, series);
      }
      series.applyOptions({ color });
      series.setData(studyPoints(closes, bars));
    }
  }
}
