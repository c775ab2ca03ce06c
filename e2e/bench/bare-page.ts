import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type * as Library from 'lightweight-charts';

/** The columns of an answer with bars. */
export interface Bars {
  readonly time: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

/** A line of the bare chart; pane 0 has the prices, pane 1 the volume. */
export interface Line {
  readonly pane: number;
  /** As the program draws it: dashes take longer, and columns are drawn one by one. */
  readonly kind: 'solid' | 'dashed' | 'columns';
  readonly values: readonly (number | null | undefined)[];
}

export interface BareChart {
  readonly bars: Bars;
  readonly lines: readonly Line[];
  readonly isPercent: boolean;
  /** Whether bars and points of lines within a pixel are drawn as one, as in the program. */
  readonly isConflated: boolean;
  readonly width: number;
  readonly height: number;
}

declare global {
  interface Window {
    LightweightCharts: typeof Library;
  }
}

const library = join(
  dirname(fileURLToPath(import.meta.resolve('lightweight-charts/package.json'))),
  'dist/lightweight-charts.standalone.production.js',
);

/** The bars that both pages show before the click on ALL: a year. */
const barsBefore = 252;

/** The heights of the program's panes: prices, volume, and each pane of studies. */
const paneHeights = { price: 350, volume: 150, study: 130 };

/**
 * Opens a page with nothing but the library, which draws the same as the program after a click on ALL, apart from the
 * letters of splits and dividends.
 */
export async function openBarePage(page: Page, chart: BareChart): Promise<void> {
  await page.route('**/bare', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><button>ALL</button><main></main>' }),
  );
  await page.goto('/bare');
  await page.addScriptTag({ path: library });
  await page.evaluate(
    ({ given: { bars, lines, isPercent, isConflated, width, height }, before, heights }) => {
      const { CandlestickSeries, createChart, HistogramSeries, LineSeries, LineStyle, PriceScaleMode } =
        window.LightweightCharts;
      const container = document.querySelector('main') as HTMLElement;
      Object.assign(container.style, { width: `${width}px`, height: `${height}px` });
      const view = createChart(container, {
        autoSize: true,
        layout: { fontSize: 11 },
        rightPriceScale: { minimumWidth: 64 },
        timeScale: {
          minBarSpacing: 0.02,
          enableConflation: isConflated,
          fixLeftEdge: true,
          fixRightEdge: true,
        },
      });
      // As in the program, columns are not merged.
      const allColumns = { conflationThresholdFactor: 0 };
      const price = view.addSeries(CandlestickSeries, { borderVisible: false });
      const volume = view.addSeries(
        HistogramSeries,
        { ...allColumns, priceFormat: { type: 'volume' }, priceLineVisible: false, lastValueVisible: false },
        1,
      );
      const times = bars.time as Library.UTCTimestamp[];
      // Everything that can be ready before the click is.
      const sets = [
        {
          set: (rows: Library.CandlestickData[]) => price.setData(rows),
          rows: times.map((time, index) => ({
            time,
            open: bars.open[index] ?? 0,
            high: bars.high[index] ?? 0,
            low: bars.low[index] ?? 0,
            close: bars.close[index] ?? 0,
          })),
        },
        {
          set: (rows: Library.HistogramData[]) => volume.setData(rows),
          rows: times.map((time, index) => ({
            time,
            value: bars.volume[index] ?? 0,
            color: (bars.close[index] ?? 0) >= (bars.open[index] ?? 0) ? '#16a34a99' : '#dc262699',
          })),
        },
        ...lines.map(({ pane, kind, values }) => {
          const series =
            kind === 'columns'
              ? view.addSeries(HistogramSeries, { ...allColumns, priceLineVisible: false }, pane)
              : view.addSeries(
                  LineSeries,
                  {
                    lineWidth: 2,
                    lineStyle: kind === 'dashed' ? LineStyle.Dashed : LineStyle.Solid,
                    priceLineVisible: false,
                    crosshairMarkerVisible: false,
                  },
                  pane,
                );
          return {
            set: (rows: (Library.LineData | Library.WhitespaceData)[]) => series.setData(rows),
            rows: times.map((time, index) => {
              const value = values[index];
              return value === null || value === undefined ? { time } : { time, value };
            }),
          };
        }),
      ] as { set: (rows: object[]) => void; rows: object[] }[];
      for (const [index, pane] of view.panes().entries()) {
        pane.setStretchFactor([heights.price, heights.volume][index] ?? heights.study);
      }
      if (isPercent) price.priceScale().applyOptions({ mode: PriceScaleMode.Percentage });
      for (const { set, rows } of sets) set(rows.slice(-before));
      view.timeScale().fitContent();
      document.querySelector('button')?.addEventListener('click', () => {
        for (const { set, rows } of sets) set(rows);
        view.timeScale().fitContent();
      });
    },
    { given: chart, before: barsBefore, heights: paneHeights },
  );
  await page.waitForTimeout(500);
}
