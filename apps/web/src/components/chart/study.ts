/** One output of a study: a line or a histogram. */
export interface StudyLine {
  readonly label: string;
  readonly kind: 'solid' | 'dashed' | 'columns';
  /** One value per bar, by the bar's index; undefined for a bar without a value. */
  readonly values: readonly (number | undefined)[];
}

/** An indicator calculated from the bars, drawn as an overlay on the price or in its own pane. */
export interface Study {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly isOverlay: boolean;
  /** Levels drawn as horizontal lines, such as 30 and 70 for an RSI. */
  readonly guides: readonly number[];
  readonly lines: readonly StudyLine[];
}
