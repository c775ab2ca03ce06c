import { dayMs } from '@stockbook/common/durations';
import { barsFrom } from '../bars/bars-from.ts';
import { dateInUtc } from '../bars/calendar-date.ts';
import { instantInTimeZone } from '../bars/time-zone.ts';
import type { CatalogueEntry } from '../catalogue/catalogue.ts';
import type { DailyBars, Dividend, Split } from '../provider/provider.ts';
import { generateBars } from '../simulated/generate-bars.ts';
import type { RowFault } from './fault.ts';

/** Local opening time of all exchanges of the mock server. */
export const openingTime = '09:30';

type Price = number | null;

export interface ChartRow {
  /** Opening time of the exchange, in seconds since 1970. */
  timestamp: number;
  open: Price;
  high: Price;
  low: Price;
  close: Price;
  volume: number | null;
}

/** Changes to the generated prices of a symbol. */
export interface Restatement {
  readonly splits: readonly Split[];
  readonly dividends: readonly Omit<Dividend, 'currency'>[];
  readonly factor: number;
  /** Days without a row. */
  readonly hiddenDates: readonly string[];
  /** Days with four equal prices and no volume. */
  readonly flatDates: readonly string[];
}

export const unchanged: Restatement = {
  splits: [],
  dividends: [],
  factor: 1,
  hiddenDates: [],
  flatDates: [],
};

/** Faults spoil the second row and every fiftieth row after it. */
export const isSpoiledRow = (index: number): boolean => index % 50 === 1;

/** The requested period of a chart, in seconds since 1970; `to` is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * The rows of `entry` in `period` up to the last weekday before `end`, after splits and restatements. The prices differ
 * from the simulated provider's.
 */
export function chartRows(
  entry: CatalogueEntry,
  end: string,
  { splits, factor, hiddenDates, flatDates }: Restatement,
  { from, to }: Period,
): ChartRow[] {
  const timeZone = entry.timezone ?? 'UTC';
  // No time zone is more than a day away from UTC.
  const bars = barsFrom(recentBars(entry, end), dateInUtc(new Date(from * 1000 - dayMs)));
  const rows = bars.date.map((date, index) => {
    const shares = splits
      .filter((split) => date < split.date)
      .reduce((product, split) => product * (split.numerator / split.denominator), 1);
    // Yahoo stores prices as 32-bit floats and prints them as 64-bit ones.
    const price = (column: readonly number[]) => Math.fround(((column[index] ?? 0) * factor) / shares);
    const isFlat = flatDates.includes(date);
    const close = price(bars.close);
    return {
      date,
      timestamp: instantInTimeZone(date, openingTime, timeZone) / 1000,
      open: isFlat ? close : price(bars.open),
      high: isFlat ? close : price(bars.high),
      low: isFlat ? close : price(bars.low),
      close,
      volume: isFlat ? 0 : Math.round((bars.volume[index] ?? 0) * shares),
    };
  });
  return rows
    .filter((row) => row.timestamp >= from && row.timestamp < to && !hiddenDates.includes(row.date))
    .map(({ date: _date, ...row }) => row);
}

/** Cache of the last generated bars: load tests request `LOAD1`, `LOAD2`, …, which all have the same bars. */
let recent: { key: string; bars: DailyBars } | null = null;

function recentBars(entry: CatalogueEntry, end: string): DailyBars {
  const seed = `yahoo ${entry.symbol.replace(/^LOAD\d+$/, 'LOAD')}`;
  const key = `${seed} ${end}`;
  if (recent?.key !== key) recent = { key, bars: generateBars(entry, end, seed) };
  return recent.bars;
}

/** `rows` with `fault` applied; `now` is in seconds since 1970. */
export function spoilRows(rows: ChartRow[], fault: RowFault, now: number): ChartRow[] {
  const spoilEach = (spoil: (row: ChartRow) => ChartRow) =>
    rows.map((row, index) => (isSpoiledRow(index) ? spoil(row) : row));
  const last = rows.at(-1);
  switch (fault) {
    case 'nulls':
      return spoilEach((row) => ({ ...row, open: null, high: null, low: null, close: null, volume: null }));
    case 'nan':
      return spoilEach((row) => ({ ...row, close: Number.NaN }));
    case 'negative-prices':
      return spoilEach((row) => ({ ...row, low: -1 }));
    case 'high-below-low':
      return spoilEach((row) => ({ ...row, high: row.low, low: row.high }));
    case 'duplicate-day':
      return last === undefined ? rows : [...rows.slice(0, -1), doubled(last), last];
    case 'market-open':
      return last === undefined ? rows : [...rows, { ...last, timestamp: now - 60 }];
    case 'market-open-null-close':
      return last === undefined ? rows : [...rows, { ...last, timestamp: now - 60, close: null }];
    case 'late-close':
      return last === undefined ? rows : [...rows.slice(0, -1), { ...last, close: null }];
    case 'late-row':
      return rows.slice(0, -1);
    case 'dead':
      return [];
    case 'monthly':
    case 'other-symbol':
    case 'short-pair':
      return rows;
  }
}

function doubled(row: ChartRow): ChartRow {
  const twice = (price: Price) => (price === null ? null : 2 * price);
  return {
    timestamp: row.timestamp,
    open: twice(row.open),
    high: twice(row.high),
    low: twice(row.low),
    close: twice(row.close),
    volume: row.volume,
  };
}
