import { sql } from 'kysely';

/** The values of a daily bar: columns of the table `price_bar`, and fields of the bars that are read and written. */
export const valueColumns = ['open', 'high', 'low', 'close', 'volume'] as const;
/** Those that a split or dividend changes. */
export const priceColumns = ['open', 'high', 'low', 'close'] as const;
export type ValueColumn = (typeof valueColumns)[number];

/** Daily bars as columns of one length, ascending by date (`YYYY-MM-DD`). */
export interface BarColumns extends Readonly<Record<ValueColumn, readonly number[] | Float64Array>> {
  readonly date: readonly string[];
}

/** Stored bars: numbers that take no time to copy to a thread. */
export interface FloatColumns extends Readonly<Record<ValueColumn, Float64Array>> {
  readonly date: readonly string[];
}

export interface BarRow extends Record<ValueColumn, number> {
  date: string;
}

/** The value columns in SQL, separated by commas. */
export function valueColumnsOf(table: string) {
  return sql.join(valueColumns.map((name) => sql.ref(`${table}.${name}`)));
}

/** A value for each column of a bar. */
export function mapColumns<Value>(read: (column: ValueColumn) => Value): Record<ValueColumn, Value> {
  return {
    open: read('open'),
    high: read('high'),
    low: read('low'),
    close: read('close'),
    volume: read('volume'),
  };
}

/** The rows from `from` up to, without, `to`. */
export function sliceColumns(columns: BarColumns, from: number, to: number): BarColumns {
  return {
    date: columns.date.slice(from, to),
    ...mapColumns((name) => columns[name].slice(from, to)),
  };
}

/** Columns as rows. The fields are written out: a loop over the columns takes twice as long. */
export function rowsOf({ date: dates, open, high, low, close, volume }: FloatColumns): BarRow[] {
  const at = (column: Float64Array, row: number) => column[row] ?? Number.NaN;
  return dates.map((date, row) => ({
    date,
    open: at(open, row),
    high: at(high, row),
    low: at(low, row),
    close: at(close, row),
    volume: at(volume, row),
  }));
}
