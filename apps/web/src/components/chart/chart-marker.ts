import type { ChartColors } from './chart-colors.ts';

/** A marker of a bar of the price chart. */
export interface ChartMarker {
  /** The index of the bar. */
  readonly bar: number;
  readonly text: string;
  /** Beside the bar, or in a row at the bottom of the price pane. */
  readonly position: 'aboveBar' | 'belowBar' | 'bottom';
  readonly shape: 'circle' | 'square' | 'arrowUp' | 'arrowDown';
  readonly color: keyof ChartColors;
}
