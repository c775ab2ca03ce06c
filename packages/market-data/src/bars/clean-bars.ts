import type { DailyBars } from '../provider/provider.ts';

/** One day as it came from outside: nothing about it is known to be true yet. */
export interface RawBar {
  readonly date: string;
  readonly open: unknown;
  readonly high: unknown;
  readonly low: unknown;
  readonly close: unknown;
  /** Null or missing counts as 0: indices and currencies have none. */
  readonly volume: unknown;
  /** How a note about it names it: `line 17`, `2026-11-20`. */
  readonly place: string;
  /** What is already known to be wrong with it. */
  readonly fault?: string;
}

/** The sane ones of some raw bars, and what was wrong with the others. */
export interface CleanedBars {
  readonly bars: DailyBars;
  /** The date of each bar that was left out, as it came. */
  readonly rejectedDates: readonly string[];
  readonly rejectionNotes: readonly string[];
}

interface ValidBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

const MOST_NOTES = 20;

/** Open and close may lie outside of high and low by so much of the price: providers round the four separately. */
const ROUNDING_SHARE = 0.01;

/**
 * Leaves out every bar that has a fault already, whose open, high, low or close is missing, not finite or not above zero, whose high is below
 * its low, whose open or close lies outside of them, or whose volume is negative or not finite. Of several sane bars
 * of a day the last given counts. The rest ascends by date.
 */
export function cleanBars(rawBars: Iterable<RawBar>): CleanedBars {
  const saneByDate = new Map<string, ValidBar>();
  const rejectedDates: string[] = [];
  const rejectionNotes: string[] = [];
  for (const raw of rawBars) {
    const valid = validateBar(raw);
    if (typeof valid !== 'string') {
      saneByDate.set(raw.date, valid);
      continue;
    }
    rejectedDates.push(raw.date);
    if (rejectionNotes.length < MOST_NOTES) rejectionNotes.push(`${raw.place}: ${valid}.`);
  }
  const days = [...saneByDate].sort(([left], [right]) => (left < right ? -1 : 1));
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

/** The bar with its numbers, or what is wrong with it. */
function validateBar(raw: RawBar): ValidBar | string {
  const { open, high, low, close, volume = null, fault } = raw;
  if (fault !== undefined) return fault;
  if (!isPrice(open)) return priceFault('open', open);
  if (!isPrice(high)) return priceFault('high', high);
  if (!isPrice(low)) return priceFault('low', low);
  if (!isPrice(close)) return priceFault('close', close);
  if (high < low) return 'the high is below the low';
  if (!isWithin(open, low, high)) return 'the open lies outside of low and high';
  if (!isWithin(close, low, high)) return 'the close lies outside of low and high';
  if (volume === null) return { open, high, low, close, volume: 0 };
  if (typeof volume !== 'number' || !Number.isFinite(volume)) return 'the volume is not a number';
  if (volume < 0) return 'the volume is negative';
  return { open, high, low, close, volume };
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function priceFault(name: string, value: unknown): string {
  if (value === null || value === undefined) return `the ${name} is missing`;
  if (typeof value !== 'number' || !Number.isFinite(value)) return `the ${name} is not a number`;
  return `the ${name} is not above zero`;
}

function isWithin(price: number, low: number, high: number): boolean {
  return price >= low * (1 - ROUNDING_SHARE) && price <= high * (1 + ROUNDING_SHARE);
}
