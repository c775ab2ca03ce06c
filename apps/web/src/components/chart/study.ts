/** One line, or one row of columns, of what is drawn beside the prices. */
export interface StudyLine {
  readonly label: string;
  readonly kind: 'solid' | 'dashed' | 'columns';
  /** A value for each bar, by the bar's index; undefined where there is none. */
  readonly values: readonly (number | undefined)[];
}

/** Something calculated from the bars: drawn on the price, or in a pane of its own. */
export interface Study {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly isOverlay: boolean;
  /** Levels worth a line of their own, such as 30 and 70 of an RSI. */
  readonly guides: readonly number[];
  readonly lines: readonly StudyLine[];
}
