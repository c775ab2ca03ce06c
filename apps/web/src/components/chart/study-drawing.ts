import {
  createTextWatermark,
  HistogramSeries,
  type IChartApi,
  type IPaneApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { type ChartColors, fade } from './chart-colors.ts';
import { chartFont } from './chart-options.ts';
import type { Study, StudyLine } from './study.ts';

/** In pixels. */
export const studyLineWidth = 2;

type StudySeries = ISeriesApi<'Line'> | ISeriesApi<'Histogram'>;

function addLine(chart: IChartApi, study: Study, line: StudyLine, paneIndex: number): StudySeries {
  const shared = { priceLineVisible: false, lastValueVisible: !study.isOverlay } as const;
  if (line.kind === 'columns') {
    return chart.addSeries(HistogramSeries, { ...shared, color: fade(study.color, 0.45) }, paneIndex);
  }
  return chart.addSeries(
    LineSeries,
    {
      ...shared,
      color: study.color,
      lineWidth: studyLineWidth,
      lineStyle: line.kind === 'dashed' ? LineStyle.Dashed : LineStyle.Solid,
      crosshairMarkerVisible: false,
    },
    paneIndex,
  );
}

/** One point per bar; a bar without a value becomes a whitespace point, which keeps the time scale aligned. */
export function studyPoints(
  values: StudyLine['values'],
  times: readonly UTCTimestamp[],
): ({ time: Time } | { time: Time; value: number })[] {
  return times.map((time, index) => {
    const value = values[index];
    return value === undefined ? { time } : { time, value };
  });
}

/** One study on a chart: its lines, its guide levels and, unless it is an overlay, its pane. */
export class StudyDrawing {
  readonly #chart: IChartApi;
  readonly #series: StudySeries[];
  readonly pane: IPaneApi<Time> | null;

  constructor(chart: IChartApi, study: Study, times: readonly UTCTimestamp[], colors: ChartColors) {
    this.#chart = chart;
    this.pane = study.isOverlay ? null : chart.addPane();
    const paneIndex = this.pane?.paneIndex() ?? 0;
    this.#series = study.lines.map((line) => {
      const series = addLine(chart, study, line, paneIndex);
      series.setData(studyPoints(line.values, times));
      return series;
    });
    for (const price of study.guides) {
      this.#series[0]?.createPriceLine({
        price,
        color: colors.muted,
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: false,
        title: '',
      });
    }
    if (this.pane) {
      createTextWatermark(this.pane, {
        horzAlign: 'left',
        vertAlign: 'top',
        lines: [
          { text: study.name, color: colors.muted, fontSize: 11, lineHeight: 22, fontFamily: chartFont },
        ],
      });
    }
  }

  /** Removes the study's series; the library deletes a pane without series. */
  remove(): void {
    for (const series of this.#series) this.#chart.removeSeries(series);
  }
}
