import {
  HistogramSeries,
  type IChartApi,
  type IPaneApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  type Time,
} from 'lightweight-charts';
import { type BarColumns, chartTime } from '../bar-columns.ts';
import { type ChartColors, fade } from '../chart-colors.ts';
import { columnBehavior, seriesBehavior } from '../chart-options.ts';
import { fitPrices } from '../scale/price-scale.ts';
import type { Study, StudyLine } from '../study.ts';

/** In pixels. */
export const studyLineWidth = 2;

type StudySeries = ISeriesApi<'Line'> | ISeriesApi<'Histogram'>;

const strokeStyles = {
  solid: LineStyle.Solid,
  dashes: LineStyle.LargeDashed,
  dots: LineStyle.Dotted,
} as const;

/** The line style of a study's principal line. */
export function strokeStyle({ stroke }: Study): LineStyle {
  return strokeStyles[stroke];
}

/** One point per bar; a bar without a value becomes a whitespace point, which keeps the time scale aligned. */
export function studyPoints(
  values: StudyLine['values'],
  { time: times }: BarColumns,
): ({ time: Time } | { time: Time; value: number })[] {
  return times.map((seconds, index) => {
    const time = chartTime(seconds);
    const value = values[index];
    return value === undefined || value === null ? { time } : { time, value };
  });
}

function optionsOf(study: Study, line: StudyLine) {
  const { format, isOverlay, color } = study;
  return {
    ...(line.kind === 'columns' ? columnBehavior : seriesBehavior),
    priceLineVisible: false,
    lastValueVisible: !isOverlay,
    priceFormat: { type: 'custom', minMove: 0.000_001, formatter: format },
    color: line.kind === 'columns' ? fade(color, 0.45) : color,
  } as const;
}

function addLine(chart: IChartApi, study: Study, line: StudyLine, paneIndex: number): StudySeries {
  const shared = {
    ...optionsOf(study, line),
    ...(study.isOverlay && { autoscaleInfoProvider: fitPrices(chart) }),
  };
  if (line.kind === 'columns') return chart.addSeries(HistogramSeries, shared, paneIndex);
  return chart.addSeries(
    LineSeries,
    {
      ...shared,
      lineWidth: studyLineWidth,
      lineStyle: line.kind === 'dashed' ? LineStyle.Dashed : strokeStyle(study),
      crosshairMarkerVisible: false,
    },
    paneIndex,
  );
}

/** One study on a chart: its lines, its guide levels and, unless it is an overlay, its pane. */
export class StudyDrawing {
  readonly #chart: IChartApi;
  readonly #series: StudySeries[];
  readonly #guides: IPriceLine[];
  #study: Study;
  #bars: BarColumns;
  #isVisible = true;
  readonly pane: IPaneApi<Time> | null;

  constructor(chart: IChartApi, study: Study, bars: BarColumns, colors: ChartColors) {
    this.#chart = chart;
    this.#study = study;
    this.#bars = bars;
    this.pane = study.isOverlay ? null : chart.addPane();
    const paneIndex = this.pane?.paneIndex() ?? 0;
    this.#series = study.lines.map((line) => {
      const series = addLine(chart, study, line, paneIndex);
      series.setData(studyPoints(line.values, bars));
      return series;
    });
    // A new pane takes over the scale of the prices.
    if (this.pane) this.#series[0]?.priceScale().applyOptions({ mode: PriceScaleMode.Normal });
    this.#guides = study.guides.flatMap(
      (price) =>
        this.#series[0]?.createPriceLine({
          price,
          color: colors.muted,
          lineWidth: 1,
          lineStyle: LineStyle.Dashed,
          axisLabelVisible: false,
          title: '',
        }) ?? [],
    );
  }

  get id(): string {
    return this.#study.id;
  }

  /** Whether `study` can be drawn with the series that this one has. */
  fits({ isOverlay, lines, stroke }: Study): boolean {
    const own = this.#study;
    return (
      isOverlay === own.isOverlay &&
      stroke === own.stroke &&
      lines.length === own.lines.length &&
      lines.every(({ kind }, index) => kind === own.lines[index]?.kind)
    );
  }

  /** Removes all points, until `update` with other bars. */
  clear(): void {
    for (const series of this.#series) series.setData([]);
  }

  /** Draws a study that `fits`; data that did not change is not set again. */
  update(study: Study, bars: BarColumns): void {
    const [before, barsBefore] = [this.#study, this.#bars];
    this.#study = study;
    this.#bars = bars;
    for (const [index, line] of study.lines.entries()) {
      const series = this.#series[index];
      if (study.color !== before.color) series?.applyOptions(optionsOf(study, line));
      if (bars !== barsBefore || line.values !== before.lines[index]?.values) {
        series?.setData(studyPoints(line.values, bars));
      }
    }
  }

  setVisible(visible: boolean): void {
    // With any options, the library styles all points again.
    if (visible === this.#isVisible) return;
    this.#isVisible = visible;
    for (const series of this.#series) series.applyOptions({ visible });
  }

  setColors({ muted: color }: ChartColors): void {
    for (const guide of this.#guides) guide.applyOptions({ color });
  }

  /** Removes the study's series; the library deletes a pane without series. */
  remove(): void {
    for (const series of this.#series) this.#chart.removeSeries(series);
  }
}
