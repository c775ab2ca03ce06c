import { AreaSeries, type IChartApi, type ISeriesApi, LineSeries } from 'lightweight-charts';
import { formatCount } from '#lib/format/numbers.ts';
import { barTime } from '../bar-columns.ts';
import { type ChartColors, fade } from '../chart-colors.ts';
import { barUnder, chartPaint, openChart } from '../chart-options.ts';
import { drawChartPicture, type PictureCaption } from '../chart-picture.ts';
import { type PaneHeights, PaneResizer } from '../panes/pane-resizer.ts';
import { fitPrices, priceMargins } from '../scale/price-scale.ts';
import { drawdownPercents, type EquityRow } from './equity-rows.ts';

/** The texts of a picture; the names of the lines are added to it. */
export type EquityCaption = Omit<PictureCaption, 'lines'>;

/** In pixels. */
export const equityHeights = { equity: 260, drawdown: 110 } as const;

const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const moneyFormat = { type: 'custom', minMove: 0.01, formatter: formatCount } as const;
const percentFormat = {
  type: 'custom',
  minMove: 0.01,
  formatter: (value: number) => `${percent.format(value)}%`,
} as const;

/** Wraps a lightweight-charts instance: equity and buy-and-hold above the drawdown, on one time scale. */
export class EquityDrawing {
  readonly #chart: IChartApi;
  readonly #equity: ISeriesApi<'Line'>;
  readonly #buyAndHold: ISeriesApi<'Line'>;
  readonly #drawdown: ISeriesApi<'Area'>;
  readonly #resizer: PaneResizer;
  #colors: ChartColors;
  #count = 0;

  /** `onHover` receives the index of the row under the crosshair, or null. */
  constructor(
    container: HTMLElement,
    colors: ChartColors,
    onHover: (index: number | null) => void,
    onResize: (heights: PaneHeights) => void,
  ) {
    this.#colors = colors;
    this.#chart = openChart(container);
    // Without keys, the wheel belongs to the page.
    this.#chart.applyOptions({ handleScale: { mouseWheel: false }, handleScroll: { mouseWheel: false } });
    // No loss exceeds the capital: as with prices, the axis ends at 0.
    const autoscaleInfoProvider = fitPrices(this.#chart);
    const line = {
      lineWidth: 2,
      priceLineVisible: false,
      priceFormat: moneyFormat,
      autoscaleInfoProvider,
    } as const;
    this.#buyAndHold = this.#chart.addSeries(LineSeries, { ...line, lineWidth: 1 });
    this.#equity = this.#chart.addSeries(LineSeries, line);
    this.#drawdown = this.#chart.addSeries(
      AreaSeries,
      { lineWidth: 1, priceLineVisible: false, invertFilledArea: true, priceFormat: percentFormat },
      1,
    );
    this.#equity.priceScale().applyOptions({ scaleMargins: priceMargins });
    this.#resizer = new PaneResizer(
      this.#chart,
      (index) => (index === 0 ? equityHeights.equity : equityHeights.drawdown),
      onResize,
    );
    this.setColors(colors);
    this.#chart.subscribeCrosshairMove((event) => onHover(barUnder(event, this.#count)));
  }

  setColors(colors: ChartColors): void {
    this.#colors = colors;
    this.#chart.applyOptions(chartPaint(colors));
    this.#equity.applyOptions({ color: colors.line });
    this.#buyAndHold.applyOptions({ color: colors.muted });
    this.#drawdown.applyOptions({
      lineColor: colors.down,
      topColor: fade(colors.down, 0.1),
      bottomColor: fade(colors.down, 0.4),
    });
  }

  setPaneHeights(heights: PaneHeights): void {
    this.#resizer.setHeights(heights);
  }

  /** Replaces the rows and shows all of them. */
  setRows(rows: readonly EquityRow[]): void {
    this.#count = rows.length;
    const drawdowns = drawdownPercents(rows);
    const times = rows.map(({ date }) => barTime(date));
    const pointsOf = (valueAt: (row: EquityRow, index: number) => number) =>
      rows.flatMap((row, index) => {
        const time = times[index];
        return time === undefined ? [] : [{ time, value: valueAt(row, index) }];
      });
    this.#buyAndHold.setData(pointsOf((row) => row.buy_and_hold));
    this.#equity.setData(pointsOf((row) => row.equity));
    this.#drawdown.setData(pointsOf((_, index) => drawdowns[index] ?? 0));
    this.fit();
  }

  fit(): void {
    if (this.#count > 0) this.#chart.timeScale().fitContent();
  }

  picture(caption: EquityCaption): HTMLCanvasElement {
    const width = this.#chart.chartElement().clientWidth;
    const { line, muted, down } = this.#colors;
    const lines = [
      { name: 'Strategy', color: line },
      { name: 'Buy and hold', color: muted },
      { name: 'Drawdown', color: down },
    ];
    const chart = this.#chart.takeScreenshot(true);
    return drawChartPicture({ chart, width, caption: { ...caption, lines }, colors: this.#colors });
  }

  remove(): void {
    this.#resizer.remove();
    this.#chart.remove();
  }
}
