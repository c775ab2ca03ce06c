import { IndicatorError } from '../indicator-error.ts';
import type { OhlcvColumns } from '../series.ts';

const columnNames = ['open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Checks that the bars are five arrays of finite numbers of equal length.
 * @returns the number of bars
 * @throws IndicatorError BAD_BARS, with the first invalid column or value
 */
export function checkBars(bars: OhlcvColumns): number {
  let count: number | null = null;
  // A computed column stands for all five: it is checked once.
  const checked = new Set<unknown>();
  for (const name of columnNames) {
    const column: unknown = bars?.[name];
    if (checked.has(column)) continue;
    checked.add(column);
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
