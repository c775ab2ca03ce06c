import { type BarColumns, type FloatColumns, mapColumns, type ValueColumn } from '@stockbook/db';

/**
 * Merges `update` into `stored`; its bars replace those of the same days. Arguments and result ascend by date.
 * Columns that were not read stay empty.
 */
export function mergeBars(stored: FloatColumns, update: BarColumns): FloatColumns {
  const [firstDate = ''] = update.date;
  // A refresh brings the last days: the bars before them are copied at once.
  const firstRow = stored.date.findLastIndex((date) => date < firstDate) + 1;
  const tail: { from: FloatColumns | BarColumns; row: number }[] = [];
  let next = 0;
  for (let row = firstRow; row < stored.date.length; row += 1) {
    const date = stored.date[row] ?? '';
    while (next < update.date.length && (update.date[next] ?? '') < date)
      tail.push({ from: update, row: next++ });
    if (update.date[next] === date) tail.push({ from: update, row: next++ });
    else tail.push({ from: stored, row });
  }
  while (next < update.date.length) tail.push({ from: update, row: next++ });
  return {
    date: [...stored.date.slice(0, firstRow), ...tail.map(({ from, row }) => from.date[row] ?? '')],
    ...mapColumns((name) => {
      if (!isRead(stored, name)) return stored[name];
      const merged = new Float64Array(firstRow + tail.length);
      merged.set(stored[name].subarray(0, firstRow));
      for (const [index, { from, row }] of tail.entries()) merged[firstRow + index] = from[name][row] ?? 0;
      return merged;
    }),
  };
}

const isRead = ({ date, ...columns }: FloatColumns, name: keyof typeof columns) =>
  columns[name].length === date.length;

type Columns<Column> = Readonly<Record<ValueColumn, Column>> & { readonly date: readonly string[] };

interface Filterable<Column> {
  filter(isKept: (value: number, row: number) => boolean): Column;
}

export function withoutDates<Column extends Filterable<Column>>(
  bars: Columns<Column>,
  dates: readonly string[],
): Columns<Column> {
  if (dates.length === 0) return bars;
  const removed = new Set(dates);
  const isKept = (_: unknown, row: number) => !removed.has(bars.date[row] ?? '');
  return { date: bars.date.filter(isKept), ...mapColumns((name) => bars[name].filter(isKept)) };
}
