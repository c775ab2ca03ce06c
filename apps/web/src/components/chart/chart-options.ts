import {
  ColorType,
  CrosshairMode,
  createChart,
  type DeepPartial,
  type IChartApi,
  type MouseEventParams,
  type TimeChartOptions,
} from 'lightweight-charts';
import { formatNumber } from '#lib/format/numbers.ts';
import type { ChartColors } from './chart-colors.ts';

export const chartFont = '"Inter Variable", system-ui, sans-serif';

/** Options of all charts that do not depend on the theme. */
const chartBehavior: DeepPartial<TimeChartOptions> = {
  autoSize: true,
  // The logo adds an inline style sheet, and a link that reports the address of the page: see `ChartAttribution`.
  layout: { attributionLogo: false },
  localization: {
    locale: 'en-US',
    dateFormat: 'MMM dd, yyyy',
    // With the minus sign of all other numbers; the library has another one.
    percentageFormatter: (percent: number) => `${formatNumber(percent, 2)}%`,
  },
  timeScale: {
    // With the default of 0.5 pixels, 10,000 bars do not fit.
    minBarSpacing: 0.02,
    // Merges the bars within a pixel into one with their open, high, low and close, and draws a line at the value of
    // the pixel that is furthest from its last value.
    enableConflation: true,
    lockVisibleTimeRangeOnResize: true,
    // There is no data beyond the edges; the library then also shows the first and last label uncut.
    fixLeftEdge: true,
    fixRightEdge: true,
  },
  // Equal widths align the time scales of stacked charts. Labels at the edge of a pane would be cut.
  rightPriceScale: { minimumWidth: 64, entireTextOnly: true },
  // Free: prices between the closes can be read. `setMagnet` changes it.
  crosshair: { mode: CrosshairMode.Normal },
  // A vertical swipe scrolls the page.
  handleScroll: { vertTouchDrag: false },
};

/**
 * Options of all series. Nothing depends on the series under the pointer, and whenever that is another one, the library
 * draws all bars again: no distance is near enough.
 */
export const seriesBehavior = { hitTestTolerance: Number.NEGATIVE_INFINITY } as const;

/** Options of columns, which are all drawn: of those within a pixel, the library would often keep a low one. */
export const columnBehavior = { ...seriesBehavior, conflationThresholdFactor: 0 } as const;

/**
 * The index of the bar at the position of a crosshair event; null before the first of `count` bars and after the
 * last.
 */
export function barUnder({ point, logical }: MouseEventParams, count: number): number | null {
  const index = point && logical !== undefined ? Math.round(logical) : -1;
  return index >= 0 && index < count ? index : null;
}

/** In pixels; an axis with longer labels changes the width of the plot by less. */
const leastResize = 40;

/** An empty chart in an element, without the theme's colours. */
export function openChart(container: HTMLElement): IChartApi {
  const chart = createChart(container, chartBehavior);
  // The library lifts the separators of panes above everything, also above the top bar under which they scroll.
  container.classList.add('isolate');
  // The library uses a `<table>` for layout; screen readers must not announce it as a table.
  container.querySelector('table')?.setAttribute('role', 'presentation');
  const timeScale = chart.timeScale();
  let width = 0;
  timeScale.subscribeSizeChange((current) => {
    if (Math.abs(current - width) < leastResize) return;
    // After a resize the library merges bars by their previous distance, until the user zooms or an option is set. It
    // computes the new distance only after this event.
    if (width > 0) queueMicrotask(() => timeScale.applyOptions({ enableConflation: true }));
    width = current;
  });
  return chart;
}

export function chartPaint(colors: ChartColors): DeepPartial<TimeChartOptions> {
  return {
    layout: {
      background: { type: ColorType.Solid, color: colors.surface },
      textColor: colors.muted,
      fontFamily: chartFont,
      fontSize: 11,
      panes: { separatorColor: colors.border, separatorHoverColor: colors.grid, enableResize: true },
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    rightPriceScale: { borderColor: colors.border },
    timeScale: { borderColor: colors.border },
    crosshair: {
      vertLine: { color: colors.muted, labelBackgroundColor: colors.ink },
      horzLine: { color: colors.muted, labelBackgroundColor: colors.ink },
    },
  };
}
