/** One output of a study: a line or a histogram. */
export interface StudyLine {
  readonly label: string;
  readonly kind: 'solid' | 'dashed' | 'columns';
  /** One value per bar, by the bar's index; null or undefined for a bar without a value. */
  readonly values: readonly (number | null | undefined)[];
}

/** An indicator calculated from the bars, drawn as an overlay on the price or in its own pane. */
export interface Study {
  readonly id: string;
  /** The user's name, or else the function with its parameters, such as `SMA 50`. */
  readonly name: string;
  /** The name of the indicator; null if `name` is the user's. */
  readonly fullName: string | null;
  readonly color: string;
  /** Tells apart studies of one colour: solid for the first eight, then dashes, then dots. */
  readonly stroke: 'solid' | 'dashes' | 'dots';
  readonly isOverlay: boolean;
  /** Studies of one unit can share an axis. */
  readonly unit: string;
  /** Levels drawn as horizontal lines, such as 30 and 70 for an RSI. */
  readonly guides: readonly number[];
  readonly lines: readonly StudyLine[];
  readonly format: (value: number) => string;
}
