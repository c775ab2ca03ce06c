import { ColorType, type DeepPartial, type TimeChartOptions } from 'lightweight-charts';
import type { ChartColors } from './chart-colors.ts';

export const chartFont = '"Inter Variable", system-ui, sans-serif';

/** What all charts have in common, whatever the theme. */
export const chartBehavior: DeepPartial<TimeChartOptions> = {
  autoSize: true,
  localization: { locale: 'en-US', dateFormat: 'MMM dd, yyyy' },
  timeScale: {
    // The default keeps 10,000 bars from fitting.
    minBarSpacing: 0.02,
    lockVisibleTimeRangeOnResize: true,
    // Nothing lies beyond the first and the last bar; the library then also keeps their labels whole.
    fixLeftEdge: true,
    fixRightEdge: true,
  },
  // The same width everywhere, so that charts one below the other line up.
  rightPriceScale: { minimumWidth: 64 },
  // A finger that moves up or down means the page.
  handleScroll: { vertTouchDrag: false },
};

/** The library lays itself out by a table, which a screen reader would announce as one. */
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
      panes: { separatorColor: colors.border, separatorHoverColor: colors.grid, enableResize: false },
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
