import { useMemo } from 'react';
import { useTheme } from '../../lib/theme.ts';

/** The page's colours, for canvases, which know no style sheets. All `#rrggbb`. */
export interface ChartColors {
  readonly surface: string;
  readonly ink: string;
  readonly muted: string;
  readonly border: string;
  readonly grid: string;
  readonly up: string;
  readonly down: string;
  readonly line: string;
  readonly warn: string;
  readonly warnSoft: string;
}

/** Bright enough on the dark surface and dark enough on the light one: at least 3:1 on both. */
export const studyColors = [
  '#3b82f6',
  '#d97706',
  '#a855f7',
  '#0d9488',
  '#e0468f',
  '#6b8e0e',
  '#b0683a',
  '#64748b',
] as const;

/** The colour of the nth line; after the last comes the first again. */
export function studyColor(index: number): string {
  return studyColors[index % studyColors.length] ?? studyColors[0];
}

/** The colour with `opacity` from 0 to 1. */
export function fade(color: string, opacity: number): string {
  return `${color}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

function readColors(): ChartColors {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    surface: read('--surface'),
    ink: read('--ink'),
    muted: read('--muted'),
    border: read('--line'),
    grid: read('--chart-grid'),
    up: read('--up'),
    down: read('--down'),
    line: read('--chart-line'),
    warn: read('--warn'),
    warnSoft: read('--warn-soft'),
  };
}

/** The colours of the theme on the page now; the same object until the theme changes. */
export function useChartColors(): ChartColors {
  const theme = useTheme();
  // The theme is what decides the colours, though it is the style sheet that names them.
  return useMemo(() => ({ ...readColors(), theme }), [theme]);
}
