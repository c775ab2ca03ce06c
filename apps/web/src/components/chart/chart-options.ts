import { ColorType, CrosshairMode, type DeepPartial, type TimeChartOptions } from 'lightweight-charts';
import { formatNumber } from '../../lib/format/format.ts';
import type { ChartColors } from './chart-colors.ts';

export const chartFont = '"Inter Variable", system-ui, sans-serif';

/** Options of all charts that do not depend on the theme. */
export const chartBehavior: DeepPartial<TimeChartOptions> = {
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

/** lightweight-charts uses a `<table>` for layout; screen readers must not announce it as a table. */
export function hideLayoutTable(container: HTMLElement): void {
  container.querySelector('table')?.setAttribute('role', 'presentation');
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
