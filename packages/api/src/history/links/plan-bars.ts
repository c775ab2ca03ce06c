import { type FloatColumns, mapColumns, valueColumns } from '@stockbook/db';

/** The effect of a write of bars on the stored ones. */
export interface BarsPlan {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  /** New and changed bars, ascending by date. */
  readonly bars: FloatColumns;
  readonly removedDates: readonly string[];
  /** The number of bars afterwards. */
  readonly total: number;
}

/** The rows of columns at some indices. */
function rowsAt(columns: FloatColumns, rows: readonly number[]): FloatColumns {
  return {
    date: rows.map((row) => columns.date[row] ?? ''),
    ...mapColumns((name) => Float64Array.from(rows, (row) => columns[name][row] ?? 0)),
  };
}

/**
 * Compares the bars of a request with the stored ones.
 * @param mode `replace`: the request has all the bars there are; `merge`: it adds and replaces by date
 */
export function planBars(stored: FloatColumns, given: FloatColumns, mode: 'replace' | 'merge'): BarsPlan {
  const rowOf = new Map(stored.date.map((date, row) => [date, row]));
  const written: number[] = [];
  let [added, changed, unchanged] = [0, 0, 0];
  for (const [row, date] of given.date.entries()) {
    const known = rowOf.get(date);
    rowOf.delete(date);
    if (known === undefined) added += 1;
    else if (valueColumns.some((name) => stored[name][known] !== given[name][row])) changed += 1;
    else {
      unchanged += 1;
      continue;
    }
    written.push(row);
  }
  const removedDates = mode === 'replace' ? [...rowOf.keys()] : [];
  const removed = removedDates.length;
  return {
    added,
    changed,
    unchanged,
    removed,
    bars: rowsAt(given, written),
    removedDates,
    total: stored.date.length + added - removed,
  };
}

/** A plan that removes the bars of a range of days; both ends are inclusive. */
export function planRemoval(stored: FloatColumns, since: string, until: string): BarsPlan {
  const removedDates = stored.date.filter((date) => date >= since && date <= until);
  const total = stored.date.length - removedDates.length;
  return {
    added: 0,
    changed: 0,
    unchanged: total,
    removed: removedDates.length,
    bars: rowsAt(stored, []),
    removedDates,
    total,
  };
}

/** Whether a plan changes nothing. */
export const isEmpty = ({ added, changed, removed }: BarsPlan): boolean => added + changed + removed === 0;
