import type { BarColumns } from '@stockbook/db';

const valueColumns = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Merges `update` into `stored`; its bars replace those of the same days. Arguments and result ascend by date. */
export function mergeBars(stored: BarColumns, update: BarColumns): BarColumns {
  const merged: { [Column in keyof BarColumns]: BarColumns[Column][number][] } = {
    date: [],
    open: [],
    high: [],
    low: [],
    close: [],
    volume: [],
  };
  function push(from: BarColumns, row: number): void {
    merged.date.push(from.date[row] ?? '');
    for (const column of valueColumns) merged[column].push(from[column][row] ?? 0);
  }
  let next = 0;
  for (let row = 0; row < stored.date.length; row += 1) {
    const date = stored.date[row] ?? '';
    while (next < update.date.length && (update.date[next] ?? '') < date) push(update, next++);
    if (update.date[next] === date) push(update, next++);
    else push(stored, row);
  }
  while (next < update.date.length) push(update, next++);
  return merged;
}

/** `bars` without those of `dates`. */
export function withoutDates(bars: BarColumns, dates: readonly string[]): BarColumns {
  if (dates.length === 0) return bars;
  const removed = new Set(dates);
  const keep = <Value>(column: readonly Value[]) =>
    column.filter((_, row) => !removed.has(bars.date[row] ?? ''));
  return {
    date: keep(bars.date),
    open: keep(bars.open),
    high: keep(bars.high),
    low: keep(bars.low),
    close: keep(bars.close),
    volume: keep(bars.volume),
  };
}

export function areSameBars(a: BarColumns, b: BarColumns): boolean {
  return (
    a.date.length === b.date.length &&
    a.date.every(
      (date, row) =>
        date === b.date[row] && valueColumns.every((column) => a[column][row] === b[column][row]),
    )
  );
}
