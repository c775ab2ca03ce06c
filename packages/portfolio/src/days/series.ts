import { dateOfDay } from '@stockbook/common/days';
import { dayMs } from '@stockbook/common/durations';
import type { SeriesColumns } from '../answers.ts';
import { at } from '../numbers/search.ts';
import type { BenchmarkDays } from '../returns/benchmark.ts';
import type { Timeline } from './timeline.ts';

/** Days that a chart shows one by one. */
const maxDailyRows = 400;
/** The day of the week of 1970-01-01, counted from Monday. */
const epochWeekday = 3;

/** The rows of a chart: all days, or the last days of weeks or months. */
export function seriesOf(
  timeline: Timeline,
  valueStart: number,
  benchmark: BenchmarkDays | null,
): SeriesColumns {
  const { columns } = timeline;
  const invested = new Float64Array(columns.day.length);
  let sum = valueStart;
  for (let row = 0; row < invested.length; row++) {
    sum += at(columns.inflow, row) - at(columns.outflow, row);
    invested[row] = sum;
  }
  const drawdown = new Float64Array(columns.day.length);
  let peak = 1;
  for (let row = 0; row < drawdown.length; row++) {
    const index = at(columns.index, row);
    peak = Math.max(peak, index);
    drawdown[row] = index / peak - 1;
  }
  const rows = shownRows(columns.day);
  const pick = (column: Float64Array) => Float64Array.from(rows, (row) => at(column, row));
  const unknown = new Float64Array(rows.length).fill(Number.NaN);
  return {
    day: Int32Array.from(rows, (row) => at(columns.day, row)),
    value: pick(columns.value),
    invested: pick(invested),
    twr: pick(columns.index).map((index) => index - 1),
    drawdown: pick(drawdown),
    benchmarkValue: benchmark ? pick(benchmark.value) : unknown,
    benchmarkTwr: benchmark ? pick(benchmark.twr) : unknown,
  };
}

function shownRows(days: Int32Array): number[] {
  const rows = [...days.keys()];
  if (days.length <= maxDailyRows) return rows;
  const isLast = isAboveTenYears(days) ? isLastOfMonth : isLastOfWeek;
  return rows.filter((row) => row === days.length - 1 || isLast(at(days, row)));
}

function isAboveTenYears(days: Int32Array): boolean {
  const first = dateOfDay(at(days, 0));
  const tenYearsLater = `${Number(first.slice(0, 4)) + 10}${first.slice(4)}`;
  return dateOfDay(at(days, days.length - 1)) >= tenYearsLater;
}

function isLastOfWeek(day: number): boolean {
  return (((day + epochWeekday) % 7) + 7) % 7 === 6;
}

function isLastOfMonth(day: number): boolean {
  return new Date((day + 1) * dayMs).getUTCDate() === 1;
}
