import type { SignalEntry } from '@stockbook/api/schemas';

interface InboxDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly entries: readonly SignalEntry[];
}

/** The entries by the date of their bars, in the order given. */
export function groupByDay(entries: readonly SignalEntry[]): InboxDay[] {
  const days = Map.groupBy(entries, ({ bar_date }) => bar_date);
  return [...days].map(([date, ofDay]) => ({ date, entries: ofDay }));
}
