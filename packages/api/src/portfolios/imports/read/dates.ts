import { isCalendarDate } from '#src/primitives.ts';

export type DayOrder = 'day_first' | 'month_first';

/** Day and month in either order, with a slash or a hyphen. Dots are written day first everywhere. */
const ordered = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:\D.*)?$/;
const yearFirst = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?:\D.*)?$/;
const compact = /^(\d{4})(\d{2})(\d{2})(?:\D.*)?$/;

/** `12/16/2025 as of 12/15/2025`: the second one counts. */
function datePart(text: string): string {
  const [, asOf] = /\bas of\s+(.+)$/i.exec(text) ?? [];
  return (asOf ?? text).trim();
}

function isoDay(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}

/**
 * Reads a date with or without a time.
 * @param order that of dates like `01/02/2024`
 * @returns `YYYY-MM-DD`; null if it is not a date
 */
export function readDate(text: string, order: DayOrder): string | null {
  const date = datePart(text);
  const [, year = '', , month = '', day = ''] = yearFirst.exec(date) ?? [];
  if (year !== '') return isoDay(year, month, day);
  const [, plainYear = '', plainMonth = '', plainDay = ''] = compact.exec(date) ?? [];
  if (plainYear !== '') return isoDay(plainYear, plainMonth, plainDay);
  const [, first = '', separator, second = '', lastYear = ''] = ordered.exec(date) ?? [];
  if (lastYear === '') return null;
  return separator === '.' || order === 'day_first'
    ? isoDay(lastYear, second, first)
    : isoDay(lastYear, first, second);
}

/** The order of day and month in the dates of a file: the one that makes all of them valid. */
export class DayOrders {
  readonly #chosen: DayOrder | null;
  #dayFirst = 0;
  #monthFirst = 0;

  /** @param chosen the order, if it is known */
  constructor(chosen: DayOrder | null) {
    this.#chosen = chosen;
  }

  /** Notes a date. */
  add(text: string): void {
    const [, first, separator, second] = ordered.exec(datePart(text)) ?? [];
    if (separator === undefined || separator === '.') return;
    if (Number(first) > 12) this.#dayFirst += 1;
    if (Number(second) > 12) this.#monthFirst += 1;
  }

  /** The order by which a date is read; null if both orders are possible and give different days. */
  orderFor(text: string): DayOrder | null {
    if (this.#chosen) return this.#chosen;
    if (this.#dayFirst !== this.#monthFirst) {
      return this.#dayFirst > this.#monthFirst ? 'day_first' : 'month_first';
    }
    const isSame = readDate(text, 'day_first') === readDate(text, 'month_first');
    return isSame ? 'day_first' : null;
  }
}
