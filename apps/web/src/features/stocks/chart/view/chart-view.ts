import type { PriceScale } from '#components/chart/scale/price-scale.ts';
import { type ChartRange, defaultChartRange, isChartRange, rangeStart, rangeWith } from './chart-range.ts';

export const intervals = ['daily', 'weekly', 'monthly'] as const;
export type Interval = (typeof intervals)[number];

export const intervalNames: Readonly<Record<Interval, string>> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
};

export const maxCompared = 5;

/** The chart in the address. A missing entry is the default. */
export interface ChartSearch {
  readonly range?: ChartRange | undefined;
  /** Free dates, `YYYY-MM-DD`, in place of a range. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** By default daily, or as the range has it. */
  readonly interval?: Interval | undefined;
  readonly scale?: Exclude<PriceScale, 'linear'> | undefined;
  /** The compared symbols, separated by commas. */
  readonly compare?: string | undefined;
  /** The bar that the chart opens at, `YYYY-MM-DD`; choosing a range removes it. */
  readonly date?: string | undefined;
}

function readDate(value: unknown): string | undefined {
  const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return isDate && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** The router parses a symbol of digits, such as 7203, as a number. */
function readSymbols(value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const symbols = String(value).toUpperCase().split(',');
  return [...new Set(symbols.filter((symbol) => /^@?[A-Z0-9.\-^=&]{1,20}$/.test(symbol)))].slice(
    0,
    maxCompared,
  );
}

/** The valid entries of an address. Invalid ones are undefined: the router would keep a missing one. */
export function readChartSearch(search: Readonly<Record<string, unknown>>): ChartSearch {
  const [from, to] = [readDate(search.from), readDate(search.to)];
  const hasDates = from !== undefined && to !== undefined && from <= to;
  const { interval, scale } = search;
  return {
    range: isChartRange(search.range) && !hasDates ? search.range : undefined,
    from: hasDates ? from : undefined,
    to: hasDates ? to : undefined,
    interval: intervals.find((known) => known === interval),
    scale: scale === 'log' || scale === 'percent' ? scale : undefined,
    compare: readSymbols(search.compare).join(',') || undefined,
    date: readDate(search.date),
  };
}

/** Adds a symbol to the compared ones of an address, unless there are the most, or removes it. */
export function toggleCompared({ compare }: ChartSearch, symbol: string): ChartSearch {
  const before = readSymbols(compare);
  const others = before.filter((other) => other !== symbol);
  const compared = others.length < before.length ? others : [...others, symbol];
  return { compare: compared.slice(0, maxCompared).join(',') || undefined };
}

/** The bars that the chart shows, and how. */
export interface ChartView {
  /** Null for free dates. */
  readonly range: ChartRange | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly interval: Interval;
  readonly scale: PriceScale;
  readonly compared: readonly string[];
  /** Names the range in files and captions. */
  readonly label: string;
}

const yearMs = 31_557_600_000;

/** The bars of a range if they follow it: daily up to 3 years, weekly up to 15, and monthly beyond. */
export function followedInterval(start: string | null, end: string | null): Interval {
  const years = start && end ? (Date.parse(end) - Date.parse(start)) / yearMs : 0;
  return years > 15 ? 'monthly' : years > 3 ? 'weekly' : 'daily';
}

/**
 * The first day of the older bars to load for a view that begins after `first`, the stock's first bar: as far back
 * again as the view reaches, but at least a year.
 */
export function olderStart({ start, end }: ChartView, first: string | null): string | null {
  if (start === null || end === null) return first;
  const from = Date.parse(start);
  const earlier = new Date(from - Math.max(yearMs, Date.parse(end) - from)).toISOString().slice(0, 10);
  return first !== null && earlier < first ? first : earlier;
}

/** A view with older bars, from `start` on. */
export function startingAt(view: ChartView, start: string | null): ChartView {
  return { ...view, start, label: `${start}-${view.end}` };
}

/**
 * The view of an address. Without a range, it is the default one, or the one with the bar of `date`.
 * @param lastBarDate of the stock; null until it is known or if there is none
 * @param isFollowing whether the bars follow the range
 */
export function chartView(search: ChartSearch, lastBarDate: string | null, isFollowing = false): ChartView {
  const { date, from, to } = search;
  const intervalOf = (start: string | null, end: string | null) =>
    search.interval ?? (isFollowing ? followedInterval(start, end) : 'daily');
  const shared = {
    // Lines of several symbols have one scale only in per cent.
    scale: search.compare ? 'percent' : (search.scale ?? 'linear'),
    compared: readSymbols(search.compare),
  } as const;
  if (from && to) {
    const interval = intervalOf(from, to);
    return { ...shared, interval, range: null, start: from, end: to, label: `${from}-${to}` };
  }
  const range = search.range ?? (date && lastBarDate ? rangeWith(date, lastBarDate) : defaultChartRange);
  const start = lastBarDate && rangeStart(range, lastBarDate);
  const interval = intervalOf(start, lastBarDate);
  return { ...shared, interval, range, start, end: lastBarDate, label: range };
}
