import type { SignalEntry } from '@stockbook/api/schemas';

interface InboxDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly entries: readonly SignalEntry[];
}

/** The entries by the date of their bars, in the order given. */
export function groupByDay(entries: readonly SignalEntry[]): InboxDay[] {
  const days = new Map<string, SignalEntry[]>();
  for (const entry of entries) {
    const day = days.get(entry.bar_date);
    if (day) day.push(entry);
    else days.set(entry.bar_date, [entry]);
  }
  return [...days].map(([date, ofDay]) => ({ date, entries: ofDay }));
}
