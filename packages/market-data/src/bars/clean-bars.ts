import type { DailyBars } from '../provider/provider.ts';

export interface RawBar {
  readonly date: string;
  readonly open: unknown;
  readonly high: unknown;
  readonly low: unknown;
  readonly close: unknown;
  /** Null and undefined count as 0: indices and currencies have no volume. */
  readonly volume: unknown;
  /** Names the bar in `rejectionNotes`: `line 17`, `2026-11-20`. */
  readonly label: string;
  /** Why the bar is invalid, if its reader has already found out. */
  readonly problem?: string;
}

export interface CleanedBars {
  readonly bars: DailyBars;
  /** The date of each rejected bar, in input order; the text may not be a date. */
  readonly rejectedDates: readonly string[];
  /** One sentence for each of the first 20 rejected bars. */
  readonly rejectionNotes: readonly string[];
}

interface ValidBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

const maxNotes = 20;

/** No market has prices or volumes beyond these: they are mistakes, and their sums and products would overflow. */
const minPrice = 1e-15;
const maxPrice = 1e15;
const maxVolume = 1e18;

/** Share of the price by which open and close may leave the range from low to high: providers round each price. */
const roundingTolerance = 0.01;

/**
 * The valid bars, ascending by date; the last valid bar of a day wins. Rejects a bar with a `problem`, with a price
 * that is missing or outside of `minPrice` and `maxPrice`, with a high below its low, with an open or close outside of
 * low and high, or with a volume that is negative, above `maxVolume` or not a number.
 */
export function cleanBars(rawBars: Iterable<RawBar>): CleanedBars {
  const validByDate = new Map<string, ValidBar>();
  const rejectedDates: string[] = [];
  const rejectionNotes: string[] = [];
  for (const raw of rawBars) {
    const bar = validateBar(raw);
    if (typeof bar !== 'string') {
      validByDate.set(raw.date, bar);
      continue;
    }
    rejectedDates.push(raw.date);
    if (rejectionNotes.length < maxNotes) rejectionNotes.push(`${raw.label}: ${bar}.`);
  }
  const days = [...validByDate].sort(([left], [right]) => (left < right ? -1 : 1));
  const column = (key: keyof ValidBar) => days.map(([, bar]) => bar[key]);
  return {
    bars: {
      date: days.map(([date]) => date),
      open: column('open'),
      high: column('high'),
      low: column('low'),
      close: column('close'),
      volume: column('volume'),
    },
    rejectedDates,
    rejectionNotes,
  };
}

/** The typed bar, or why it is invalid. */
function validateBar(raw: RawBar): ValidBar | string {
  const { open, high, low, close, volume = null, problem } = raw;
  if (problem !== undefined) return problem;
  if (!isPrice(open)) return priceProblem('open', open);
  if (!isPrice(high)) return priceProblem('high', high);
  if (!isPrice(low)) return priceProblem('low', low);
  if (!isPrice(close)) return priceProblem('close', close);
  if (high < low) return 'the high is below the low';
  if (!isWithin(open, low, high)) return 'the open lies outside of low and high';
  if (!isWithin(close, low, high)) return 'the close lies outside of low and high';
  if (volume === null) return { open, high, low, close, volume: 0 };
  if (typeof volume !== 'number' || !Number.isFinite(volume)) return 'the volume is not a number';
  if (volume < 0) return 'the volume is negative';
  if (volume > maxVolume) return 'the volume is too large';
  return { open, high, low, close, volume };
}

export function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= minPrice && value <= maxPrice;
}

function priceProblem(name: string, value: unknown): string {
  if (value === null || value === undefined) return `the ${name} is missing`;
  if (typeof value !== 'number' || !Number.isFinite(value)) return `the ${name} is not a number`;
  if (value <= 0) return `the ${name} is not above zero`;
  return `the ${name} is too ${value < minPrice ? 'small' : 'large'}`;
}

function isWithin(price: number, low: number, high: number): boolean {
  return price >= low * (1 - roundingTolerance) && price <= high * (1 + roundingTolerance);
}
