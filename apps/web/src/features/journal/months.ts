import type { JournalEntry } from '@stockbook/api/schemas';

const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export interface JournalMonth {
  /** `YYYY-MM`. */
  readonly key: string;
  readonly title: string;
  readonly entries: readonly JournalEntry[];
}

/** Entries that are sorted by day, by month. */
export function byMonth(entries: readonly JournalEntry[]): JournalMonth[] {
  return [...Map.groupBy(entries, ({ day }) => day.slice(0, 7))].map(([key, ofMonth]) => ({
    key,
    title: monthAndYear.format(Date.parse(`${key}-01`)),
    entries: ofMonth,
  }));
}
