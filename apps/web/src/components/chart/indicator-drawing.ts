import {
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { ChartColors } from './chart-colors.ts';
import { chartBehavior, chartPaint, hideLayoutTable } from './chart-options.ts';
import type { Study } from './study.ts';
import { studyLineWidth, studyPoints } from './study-drawing.ts';
import type { TimeSync } from './time-sync.ts';

/** Wraps a lightweight-charts instance that draws the principal line of each study on one price scale. */
export class IndicatorDrawing {
  readonly #chart: IChartApi;
  readonly #sync: TimeSync | null;
  readonly #leaveSync: () => void;
  #series: ISeriesApi<'Line'>[] = [];

  constructor(container: HTMLElement, colors: ChartColors, sync: TimeSync | null) {
    this.#chart = createChart(container, chartBehavior);
    this.#sync = sync;
    this.#leaveSync = sync?.join(this.#chart) ?? (() => {});
    this.setColors(colors);
    hideLayoutTable(container);
  }

  setColors(colors: ChartColors): void {
    this.#chart.applyOptions(chartPaint(colors));
  }

  /** Replaces the studies. `times` are the times of the bars, in the order of the studies' values. */
  setStudies(studies: readonly Study[], times: readonly UTCTimestamp[]): void {
    for (const series of this.#series) this.#chart.removeSeries(series);
    this.#series = studies.map((study) => {
      const series = this.#chart.addSeries(LineSeries, {
        color: study.color,
        lineWidth: studyLineWidth,
        priceLineVisible: false,
      });
      series.setData(studyPoints(study.lines[0]?.values ?? [], times));
      return series;
    });
    this.fit();
  }

  /** Shows the visible range of the synchronized charts, or all bars if there is none. */
  fit(): void {
    if (this.#series.length === 0) return;
    const range = this.#sync?.rangeOfOthers(this.#chart);
    if (range) this.#chart.timeScale().setVisibleLogicalRange(range);
    else this.#chart.timeScale().fitContent();
  }

  remove(): void {
    this.#leaveSync();
    this.#chart.remove();
  }
}
