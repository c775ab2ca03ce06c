import type { ChartColors } from '#components/chart/chart-colors.ts';

/** Colours for charts of tests without style sheets. */
export const chartColors: ChartColors = {
  surface: '#ffffff',
  ink: '#000000',
  muted: '#666666',
  border: '#eeeeee',
  grid: '#dddddd',
  up: '#00aa00',
  down: '#aa0000',
  line: '#0000aa',
  warn: '#aaaa00',
  warnSoft: '#ffff00',
};
