import { type IChartApi, type ISeriesApi, LineSeries } from 'lightweight-charts';
import { type BarColumns, noBars } from '../bar-columns.ts';
import type { ChartColors } from '../chart-colors.ts';
import { barUnder, chartPaint, openChart, seriesBehavior } from '../chart-options.ts';
import type { HoveredBar } from '../chart-value.ts';
import { type PaneHeights, PaneResizer } from '../panes/pane-resizer.ts';
import type { Study } from '../study.ts';
import type { TimeSync } from '../time-sync.ts';
import { strokeStyle, studyLineWidth, studyPoints } from './study-drawing.ts';

/** Relative to each other. */
function defaultHeight(index: number): number {
  return index === 0 ? 200 : 100;
}

/** Wraps a lightweight-charts instance that draws the principal line of each study, with a pane for each unit. */
export class IndicatorDrawing {
  readonly #chart: IChartApi;
  readonly #sync: TimeSync;
  readonly #resizer: PaneResizer;
  readonly #leaveSync: () => void;
  #bars: BarColumns = noBars;
  #series: ISeriesApi<'Line'>[] = [];

  constructor(
    container: HTMLElement,
    colors: ChartColors,
    sync: TimeSync,
    hover: HoveredBar,
    onResize: (heights: PaneHeights) => void,
  ) {
    this.#chart = openChart(container);
    this.#chart.applyOptions({ handleScale: { mouseWheel: false } });
    this.#chart.subscribeCrosshairMove((event) => hover.set(barUnder(event, this.#bars.time.length)));
    this.#sync = sync;
    this.#leaveSync = sync.join(this.#chart, container);
    this.#resizer = new PaneResizer(this.#chart, defaultHeight, onResize);
    this.setColors(colors);
  }

  setColors(colors: ChartColors): void {
    this.#chart.applyOptions(chartPaint(colors));
  }

  setPaneHeights(heights: PaneHeights): void {
    this.#resizer.setHeights(heights);
  }

  /** Replaces the studies, whose values belong to these bars. */
  setStudies(studies: readonly Study[], bars: BarColumns): void {
    const areOtherBars = bars !== this.#bars && this.#sync.olderCount(this.#bars, bars) === 0;
    this.#bars = bars;
    const before = this.#series;
    const units = unitsOf(studies);
    this.#series = studies.map((study) => {
      const series = this.#chart.addSeries(
        LineSeries,
        {
          ...seriesBehavior,
          color: study.color,
          lineWidth: studyLineWidth,
          lineStyle: strokeStyle(study),
          priceLineVisible: false,
          priceFormat: { type: 'custom', minMove: 0.000_001, formatter: study.format },
        },
        units.indexOf(study.unit),
      );
      series.setData(studyPoints(study.lines[0]?.values ?? [], bars));
      return series;
    });
    // After adding: the library deletes a pane without series.
    for (const series of before) this.#chart.removeSeries(series);
    this.#resizer.update();
    // The synchronized charts show all of other bars, but only from their next frame on.
    if (areOtherBars) this.#chart.timeScale().fitContent();
    else this.fit();
  }

  /** Shows the visible range of the synchronized charts, or all bars if there is none. */
  fit(): void {
    if (this.#series.length === 0) return;
    const range = this.#sync.rangeOfOthers(this.#chart);
    if (range) this.#chart.timeScale().setVisibleLogicalRange(range);
    else this.#chart.timeScale().fitContent();
  }

  remove(): void {
    this.#resizer.remove();
    this.#leaveSync();
    this.#chart.remove();
  }
}

/** The units of studies, each once: one pane for each. */
export function unitsOf(studies: readonly Study[]): string[] {
  return [...new Set(studies.map(({ unit }) => unit))];
}
