import {
  AreaSeries,
  type IChartApi,
  type ISeriesApi,
  type LineData,
  LineSeries,
  type UTCTimestamp,
  type WhitespaceData,
} from 'lightweight-charts';
import { formatCount, withTrueMinus } from '#lib/format/numbers.ts';
import { barTime } from '../bar-columns.ts';
import { type ChartColors, fade } from '../chart-colors.ts';
import { barUnder, chartPaint, openChart } from '../chart-options.ts';
import { drawChartPicture, type PictureCaption } from '../chart-picture.ts';
import { type PaneHeights, PaneResizer } from '../panes/pane-resizer.ts';
import { fitPrices, priceMargins, scaleModes } from '../scale/price-scale.ts';
import type { ComparedRow } from './equity-rows.ts';

/** The texts of a picture; the names of the lines are added to it. */
export type EquityCaption = Omit<PictureCaption, 'lines'>;

/** In pixels. */
export const drawdownHeight = 110;

export interface EquityStyle {
  /** Money does not fall below 0; percentages may. */
  readonly unit: 'money' | 'percent';
  /** The names of both lines in a picture. */
  readonly names: { readonly value: string; readonly compared: string };
  /** Height of the pane with both lines, in pixels. */
  readonly height: number;
  readonly hasDrawdown: boolean;
}

const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const moneyFormat = { type: 'custom', minMove: 0.01, formatter: formatCount } as const;
const percentFormat = {
  type: 'custom',
  minMove: 0.01,
  formatter: (value: number) => `${withTrueMinus(percent.format(value))}%`,
} as const;

type LinePoint = LineData<UTCTimestamp> | WhitespaceData<UTCTimestamp>;

/** The points of the lines. Each date is read once: a history has thousands. */
function pointsOf(
  rows: readonly ComparedRow[],
): Readonly<Record<'value' | 'compared' | 'drawdown', LinePoint[]>> {
  const points = { value: [] as LinePoint[], compared: [] as LinePoint[], drawdown: [] as LinePoint[] };
  for (const { date, value, compared, drawdown } of rows) {
    const time = barTime(date);
    points.value.push({ time, value });
    // A time alone is a gap.
    points.compared.push(compared === null ? { time } : { time, value: compared });
    points.drawdown.push({ time, value: drawdown });
  }
  return points;
}

/** Wraps a lightweight-charts instance: a line and what it is compared with above the drawdown, on one time scale. */
export class EquityDrawing {
  readonly #chart: IChartApi;
  readonly #style: EquityStyle;
  readonly #value: ISeriesApi<'Line'>;
  readonly #compared: ISeriesApi<'Line'>;
  readonly #drawdown: ISeriesApi<'Area'> | null;
  readonly #resizer: PaneResizer;
  #colors: ChartColors;
  #count = 0;

  /** `onHover` receives the index of the row under the crosshair, or null. */
  constructor(
    container: HTMLElement,
    colors: ChartColors,
    style: EquityStyle,
    onHover: (index: number | null) => void,
    onResize: (heights: PaneHeights) => void,
  ) {
    this.#colors = colors;
    this.#style = style;
    this.#chart = openChart(container);
    // Without keys, the wheel belongs to the page.
    this.#chart.applyOptions({ handleScale: { mouseWheel: false }, handleScroll: { mouseWheel: false } });
    const isMoney = style.unit === 'money';
    const line = {
      lineWidth: 2,
      priceLineVisible: false,
      priceFormat: isMoney ? moneyFormat : percentFormat,
      // No loss exceeds the capital: as with prices, the axis of money ends at 0.
      ...(isMoney ? { autoscaleInfoProvider: fitPrices(this.#chart) } : {}),
    } as const;
    this.#compared = this.#chart.addSeries(LineSeries, { ...line, lineWidth: 1 });
    this.#value = this.#chart.addSeries(LineSeries, line);
    this.#drawdown = style.hasDrawdown
      ? this.#chart.addSeries(
          AreaSeries,
          { lineWidth: 1, priceLineVisible: false, invertFilledArea: true, priceFormat: percentFormat },
          1,
        )
      : null;
    if (isMoney) this.#value.priceScale().applyOptions({ scaleMargins: priceMargins });
    this.#resizer = new PaneResizer(
      this.#chart,
      (index) => (index === 0 ? style.height : drawdownHeight),
      onResize,
    );
    this.setColors(colors);
    this.#chart.subscribeCrosshairMove((event) => onHover(barUnder(event, this.#count)));
  }

  setColors(colors: ChartColors): void {
    this.#colors = colors;
    this.#chart.applyOptions(chartPaint(colors));
    this.#value.applyOptions({ color: colors.line });
    this.#compared.applyOptions({ color: colors.muted });
    this.#drawdown?.applyOptions({
      lineColor: colors.down,
      topColor: fade(colors.down, 0.1),
      bottomColor: fade(colors.down, 0.4),
    });
  }

  setScale(scale: 'linear' | 'log'): void {
    this.#value.priceScale().applyOptions({ mode: scaleModes[scale] });
  }

  setPaneHeights(heights: PaneHeights): void {
    this.#resizer.setHeights(heights);
  }

  /** Replaces the rows and shows all of them on automatic scales. */
  setRows(rows: readonly ComparedRow[]): void {
    this.#count = rows.length;
    const points = pointsOf(rows);
    // Otherwise the library would align the points of all series in time once for each series that loses points.
    for (const series of [this.#compared, this.#value, this.#drawdown]) series?.setData([]);
    this.#compared.setData(points.compared);
    this.#value.setData(points.value);
    this.#drawdown?.setData(points.drawdown);
    for (const pane of this.#chart.panes()) {
      const scale = pane.priceScale('right');
      // With any options, the library draws the pane again.
      if (!scale.options().autoScale) scale.applyOptions({ autoScale: true });
    }
    this.fit();
  }

  fit(): void {
    if (this.#count > 0) this.#chart.timeScale().fitContent();
  }

  picture(caption: EquityCaption): HTMLCanvasElement {
    const width = this.#chart.chartElement().clientWidth;
    const { line, muted, down } = this.#colors;
    const lines = [
      { name: this.#style.names.value, color: line },
      { name: this.#style.names.compared, color: muted },
      ...(this.#drawdown ? [{ name: 'Drawdown', color: down }] : []),
    ];
    const chart = this.#chart.takeScreenshot(true);
    return drawChartPicture({ chart, width, caption: { ...caption, lines }, colors: this.#colors });
  }

  remove(): void {
    this.#resizer.remove();
    this.#chart.remove();
  }
}
