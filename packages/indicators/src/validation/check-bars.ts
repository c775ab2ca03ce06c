import { IndicatorError } from '../indicator-error.ts';
import { floatColumns, indexOfNonFinite, type OhlcvColumns, type SeriesColumns } from '../series.ts';

const columnNames = ['open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Checks that the bars are five arrays of finite numbers of equal length.
 * @throws IndicatorError BAD_BARS, with the first invalid column or value
 */
export function checkBars(bars: SeriesColumns): OhlcvColumns {
  for (const name of columnNames) {
    const column: unknown = bars?.[name];
    if (!isColumn(column)) throw badBars(`${name} is not an array of numbers`);
    const count = bars.open.length;
    if (column.length !== count) throw badBars(`${name} has length ${column.length}, open ${count}`);
    checkColumn(name, column);
  }
  return floatColumns(bars);
}

/** @throws IndicatorError BAD_BARS, with the first value that is not a finite number */
export function checkColumn(name: keyof OhlcvColumns, column: Float64Array | readonly unknown[]): void {
  const bar =
    column instanceof Float64Array
      ? indexOfNonFinite(column)
      : column.findIndex((value) => !Number.isFinite(value));
  if (bar !== -1) throw badBars(`${name}[${bar}] is not a finite number`);
}

const isColumn = (value: unknown) => value instanceof Float64Array || Array.isArray(value);

function badBars(reason: string): IndicatorError {
  return new IndicatorError('BAD_BARS', `The bars cannot be used: ${reason}`);
}
