import { useMemo } from 'react';
import { useTheme } from '#lib/theme.ts';

/** The theme's colours as `#rrggbb`: a canvas cannot use CSS variables. */
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

/** Contrast of at least 3:1 on the dark and on the light surface. */
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

/** The colour of the line at `index`, from 0; the colours repeat cyclically. */
export function studyColor(index: number): string {
  return studyColors[index % studyColors.length] ?? studyColors[0];
}

/** Tells apart lines of one colour. */
export function studyStroke(index: number): 'solid' | 'dashes' | 'dots' {
  const strokes = ['solid', 'dashes', 'dots'] as const;
  return strokes[Math.floor(index / studyColors.length) % strokes.length] ?? 'solid';
}

/** Adds an alpha channel: `opacity` from 0 to 1, result `#rrggbbaa`. */
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

/** The colours of the current theme; the same object until the theme changes. */
export function useChartColors(): ChartColors {
  const theme = useTheme();
  // `theme` is the cache key: the style sheet's values change with it.
  return useMemo(() => ({ ...readColors(), theme }), [theme]);
}
