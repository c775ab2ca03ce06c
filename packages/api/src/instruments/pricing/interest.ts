import { dateOfDay, dayNumber } from '@stockbook/common/days';
import type { FloatColumns } from '@stockbook/db';
import { columnsOf } from '../bars/judge-bars.ts';
import { maxOwnBars } from '../bars/schemas.ts';
import type { InterestTerms } from './schemas.ts';

const daysOfYear = 365;

/** The factor by which a price has grown after some days. */
function growth(compounding: InterestTerms['compounding'], percentAYear: number, days: number): number {
  const rate = percentAYear / 100;
  switch (compounding) {
    case 'yearly':
      return (1 + rate) ** (days / daysOfYear);
    case 'daily':
      return (1 + rate / daysOfYear) ** days;
    case 'none':
      return 1 + (rate * days) / daysOfYear;
  }
}

/** A part of the time with one rate, in days since 1970. */
interface Period {
  readonly from: number;
  readonly percentAYear: number;
  /** The price on its first day. */
  readonly price: number;
}

function periodsOf({ start_date, start_price, percent_a_year, rates, compounding }: InterestTerms): Period[] {
  const start = dayNumber(start_date);
  const steps =
    rates === null
      ? [{ from: start, percentAYear: percent_a_year ?? 0 }]
      : rates
          .map((rate) => ({ from: dayNumber(rate.from), percentAYear: rate.percent_a_year }))
          .toSorted((a, b) => a.from - b.from);
  const periods: Period[] = [];
  for (const step of steps) {
    const from = Math.max(start, step.from);
    const last = periods.at(-1);
    if (!last) {
      // Before the first rate the price stays.
      if (from > start) periods.push({ from: start, percentAYear: 0, price: start_price });
      periods.push({ from, percentAYear: step.percentAYear, price: start_price });
      continue;
    }
    const price = last.price * growth(compounding, last.percentAYear, from - last.from);
    periods.push({ from, percentAYear: step.percentAYear, price });
  }
  return periods;
}

/** 1970-01-01 was a Thursday. */
const isWeekday = (day: number) => ((((day + 4) % 7) + 7) % 7) % 6 !== 0;

/**
 * Computes the prices of an instrument that grows by a rate: on each weekday from its first day to `today`, from
 * `until` on the price of that day. Days whose price is not above 0 are left out.
 */
export function interestBars(terms: InterestTerms, today: string): FloatColumns {
  const periods = periodsOf(terms);
  const [start, end] = [dayNumber(terms.start_date), dayNumber(today)];
  const until = terms.until === null ? Number.POSITIVE_INFINITY : dayNumber(terms.until);
  const rows: { date: string; close: number }[] = [];
  let index = 0;
  for (let day = start; day <= end && rows.length < maxOwnBars; day += 1) {
    if (!isWeekday(day)) continue;
    const counted = Math.min(day, until);
    while ((periods[index + 1]?.from ?? Number.POSITIVE_INFINITY) <= counted) index += 1;
    const period = periods[index];
    if (!period) break;
    const close = period.price * growth(terms.compounding, period.percentAYear, counted - period.from);
    if (close > 0 && Number.isFinite(close)) rows.push({ date: dateOfDay(day), close });
  }
  return columnsOf(rows);
}
