import { dayMs } from '@stockbook/common/durations';
import { type BarColumns, type FloatColumns, mapColumns, type ValueColumn } from '@stockbook/db';
import { isObject } from '../../json-object.ts';
import { isCalendarDate } from '../../primitives.ts';

const firstDay = '1900-01-01';
const [minPrice, maxPrice, maxVolume] = [1e-10, 1e15, 1e15];
const maxProblemRows = 50;

const prices = ['open', 'high', 'low', 'close'] as const;

/** A row of a request that cannot be stored. */
interface BarProblem {
  readonly field: string;
  readonly message: string;
  /** Index of the row. */
  readonly row: number;
}

/** The bars of a request. */
export interface JudgedBars {
  /** Ascending by date; without the rows that have problems. */
  readonly bars: FloatColumns;
  /** One for each of the first rows that have any. */
  readonly problems: readonly BarProblem[];
  readonly problemCount: number;
}

type Row = Readonly<Record<string, unknown>>;

/** The end of the sentence that begins with the name of the row. */
type Problem = readonly [field: string, message: string];

function dateProblem(date: unknown, lastDay: string): Problem | null {
  if (date === undefined) return ['date', 'is missing'];
  if (typeof date !== 'string' || !isCalendarDate(date)) return ['date', 'is not a date'];
  if (date > lastDay) return ['date', 'lies in the future'];
  return date < firstDay ? ['date', 'is before 1900'] : null;
}

function priceProblem(name: string, price: unknown): Problem | null {
  if (price === undefined || price === null) return [name, 'is missing'];
  if (typeof price !== 'number' || !Number.isFinite(price)) return [name, 'must be a number'];
  if (price <= 0) return [name, 'must be above 0'];
  return price < minPrice || price > maxPrice ? [name, 'must be from 10^-10 to 10^15'] : null;
}

function volumeProblem(volume: unknown): Problem | null {
  if (volume === undefined || volume === null) return null;
  if (typeof volume !== 'number' || !Number.isFinite(volume)) return ['volume', 'must be a number'];
  return volume < 0 || volume > maxVolume ? ['volume', 'must be from 0 to 10^15'] : null;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Open, high, low, close and volume of a row; null with a problem. */
function valuesOf(row: Row): Problem | readonly number[] {
  const hasCloseAlone = !isGiven(row.open) && !isGiven(row.high) && !isGiven(row.low);
  for (const name of hasCloseAlone ? (['close'] as const) : prices) {
    const problem = priceProblem(name, row[name]);
    if (problem) return problem;
  }
  const problem = volumeProblem(row.volume);
  if (problem) return problem;
  const close = Number(row.close);
  if (hasCloseAlone) return [close, close, close, close, Number(row.volume ?? 0)];
  const [open, high, low] = [Number(row.open), Number(row.high), Number(row.low)];
  if (low > open) return ['low', 'is above its open'];
  if (low > close) return ['low', 'is above its close'];
  if (high < open) return ['high', 'is below its open'];
  if (high < close) return ['high', 'is below its close'];
  return [open, high, low, close, Number(row.volume ?? 0)];
}

const isProblem = (values: Problem | readonly number[]): values is Problem => typeof values[0] === 'string';

interface FoundBar {
  readonly date: string;
  readonly values: readonly number[];
}

/** A loop: `Float64Array.from` takes twenty times as long. */
function columnOf(found: readonly FoundBar[], name: ValueColumn): Float64Array {
  const index = ['open', 'high', 'low', 'close', 'volume'].indexOf(name);
  const column = new Float64Array(found.length);
  for (const [row, { values }] of found.entries()) column[row] = values[index] ?? 0;
  return column;
}

/**
 * Judges the bars of a request, in any order. A bar with a close alone has it as its other prices.
 * @param now tomorrow in UTC is the last day: a browser may be ahead of it
 */
export function judgeBars(rows: readonly unknown[], now: Date): JudgedBars {
  const lastDay = new Date(now.getTime() + dayMs).toISOString().slice(0, 10);
  const problems: BarProblem[] = [];
  let problemCount = 0;
  const found: FoundBar[] = [];
  const dates = new Set<string>();
  const report = (row: number, [field, message]: Problem) => {
    problemCount += 1;
    if (problems.length === maxProblemRows) return;
    const name = field === '' ? `bars[${row}]` : `bars[${row}].${field}`;
    problems.push({ field: name, message: `${name} ${message}`, row });
  };
  for (const [index, row] of rows.entries()) {
    if (!isObject(row)) {
      report(index, ['', 'must be an object']);
      continue;
    }
    const { date } = row;
    const problem = dateProblem(date, lastDay);
    if (problem || typeof date !== 'string') {
      report(index, problem ?? ['date', 'is not a date']);
      continue;
    }
    const values = valuesOf(row);
    if (isProblem(values)) report(index, values);
    else if (dates.has(date)) report(index, ['date', 'appears twice']);
    else {
      dates.add(date);
      found.push({ date, values });
    }
  }
  found.sort((a, b) => (a.date < b.date ? -1 : 1));
  return {
    bars: { date: found.map(({ date }) => date), ...mapColumns((name) => columnOf(found, name)) },
    problems,
    problemCount,
  };
}

/** Rows as columns, for bars that the program has computed. */
export function columnsOf(
  rows: readonly { readonly date: string; readonly close: number }[],
): BarColumns & FloatColumns {
  const closes = new Float64Array(rows.length);
  // A loop: `Float64Array.from` takes twenty times as long.
  for (const [row, { close }] of rows.entries()) closes[row] = close;
  return {
    date: rows.map(({ date }) => date),
    ...mapColumns((name) => (name === 'volume' ? new Float64Array(rows.length) : closes.slice())),
  };
}
