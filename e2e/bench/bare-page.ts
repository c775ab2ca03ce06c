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
  readonly values: readonly (number | null | undefined)[];
}

export interface BareChart {
  readonly bars: Bars;
  readonly lines: readonly Line[];
  readonly isPercent: boolean;
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

/** Opens a page with nothing but the library, which draws the same as the program after a click on ALL. */
export async function openBarePage(page: Page, chart: BareChart): Promise<void> {
  await page.route('**/bare', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><button>ALL</button><main></main>' }),
  );
  await page.goto('/bare');
  await page.addScriptTag({ path: library });
  await page.evaluate(
    ({ given: { bars, lines, isPercent, width, height }, before }) => {
      const { CandlestickSeries, createChart, HistogramSeries, LineSeries, PriceScaleMode } =
        window.LightweightCharts;
      const container = document.querySelector('main') as HTMLElement;
      Object.assign(container.style, { width: `${width}px`, height: `${height}px` });
      const view = createChart(container, {
        autoSize: true,
        timeScale: { minBarSpacing: 0.02, fixLeftEdge: true, fixRightEdge: true },
      });
      const price = view.addSeries(CandlestickSeries, {});
      const volume = view.addSeries(HistogramSeries, { priceFormat: { type: 'volume' } }, 1);
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
        ...lines.map(({ pane, values }) => {
          const series = view.addSeries(LineSeries, { lineWidth: 2, priceLineVisible: false }, pane);
          return {
            set: (rows: (Library.LineData | Library.WhitespaceData)[]) => series.setData(rows),
            rows: times.map((time, index) => {
              const value = values[index];
              return value === null || value === undefined ? { time } : { time, value };
            }),
          };
        }),
      ] as { set: (rows: object[]) => void; rows: object[] }[];
      if (isPercent) price.priceScale().applyOptions({ mode: PriceScaleMode.Percentage });
      for (const { set, rows } of sets) set(rows.slice(-before));
      view.timeScale().fitContent();
      document.querySelector('button')?.addEventListener('click', () => {
        for (const { set, rows } of sets) set(rows);
        view.timeScale().fitContent();
      });
    },
    { given: chart, before: barsBefore },
  );
  await page.waitForTimeout(500);
}
