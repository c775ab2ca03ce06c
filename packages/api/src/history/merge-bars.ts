import type { BarColumns } from '@stockbook/db';

const valueColumns = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Merges `update` into `stored`; its bars replace those of the same days. Arguments and result ascend by date. */
export function mergeBars(stored: BarColumns, update: BarColumns): BarColumns {
  const [firstDate = ''] = update.date;
  // A refresh brings the last days: the bars before them are copied at once.
  const firstRow = stored.date.findLastIndex((date) => date < firstDate) + 1;
  const merged = {
    date: stored.date.slice(0, firstRow),
    open: stored.open.slice(0, firstRow),
    high: stored.high.slice(0, firstRow),
    low: stored.low.slice(0, firstRow),
    close: stored.close.slice(0, firstRow),
    volume: stored.volume.slice(0, firstRow),
  };
  function push(from: BarColumns, row: number): void {
    merged.date.push(from.date[row] ?? '');
    for (const column of valueColumns) merged[column].push(from[column][row] ?? 0);
  }
  let next = 0;
  for (let row = firstRow; row < stored.date.length; row += 1) {
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
