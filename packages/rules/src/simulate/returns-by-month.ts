import { dateOfDay } from '@stockbook/common/days';
import { at } from '../column.ts';

/** The returns of a calendar year, in percent; null if the equity was 0 before. */
export interface YearOfReturns {
  readonly year: number;
  /** Of January to December; null also for a month without a bar. */
  readonly months: readonly (number | null)[];
  /** The months compounded. */
  readonly returnPercent: number | null;
}

/**
 * The returns of an equity by calendar month and year: from the last value of the month before to the last one of the
 * month. The first month counts from the first value.
 * @param days since 1970-01-01, ascending
 */
export function returnsByMonth(days: Int32Array, equity: Float64Array): YearOfReturns[] {
  const years: { year: number; months: (number | null)[]; returnPercent: number | null }[] = [];
  let yearBegin = at(equity, 0);
  let monthBegin = yearBegin;
  for (let bar = 0; bar < days.length; bar++) {
    const month = dateOfDay(at(days, bar)).slice(0, 7);
    const next = bar + 1 < days.length ? dateOfDay(at(days, bar + 1)).slice(0, 7) : null;
    if (next === month) continue;
    const end = at(equity, bar);
    const year = Number(month.slice(0, 4));
    let row = years.at(-1);
    if (row?.year !== year) {
      yearBegin = monthBegin;
      row = { year, months: Array.from({ length: 12 }, () => null), returnPercent: null };
      years.push(row);
    }
    row.months[Number(month.slice(5)) - 1] = percentOf(monthBegin, end);
    row.returnPercent = percentOf(yearBegin, end);
    monthBegin = end;
  }
  return years;
}

const percentOf = (begin: number, end: number): number | null =>
  begin === 0 ? null : (100 * (end - begin)) / begin;
