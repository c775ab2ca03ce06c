import type { SeriesName } from '../language/index.ts';

/** The bars of one stock as columns of equal length, oldest bar first; all values are finite. */
export type BarColumns = Readonly<Record<SeriesName, Float64Array>>;
