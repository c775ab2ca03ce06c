import { IndicatorError } from '../indicator-error.ts';
import type { OhlcvColumns } from '../series.ts';

const columnNames = ['open', 'high', 'low', 'close', 'volume'] as const;

/**
 * The number of bars.
 * @throws IndicatorError BAD_BARS unless there are five columns of one length that hold nothing but finite numbers
 */
export function checkBars(bars: OhlcvColumns): number {
  let count: number | null = null;
  for (const name of columnNames) {
    const column: unknown = bars?.[name];
    if (!Array.isArray(column)) throw badBars(`${name} is not an array of numbers`);
    count ??= column.length;
    if (column.length !== count) throw badBars(`${name} has length ${column.length}, open ${count}`);
    for (let bar = 0; bar < count; bar++) {
      if (!Number.isFinite(column[bar])) throw badBars(`${name}[${bar}] is not a finite number`);
    }
  }
  return count ?? 0;
}

function badBars(reason: string): IndicatorError {
  return new IndicatorError('BAD_BARS', `The bars cannot be used: ${reason}`);
}
