/** Months after which the owner of an instrument is reminded of its next price. */
const months = { never: null, monthly: 1, quarterly: 3, yearly: 12 } as const;

/**
 * Whether the interval of reminders has passed twice between the day of a price and another day: up to the same day of
 * the month, or the last one of a shorter month.
 */
export function isPriceOverdue(remind: keyof typeof months, priceDate: string, date: string): boolean {
  const interval = months[remind];
  if (interval === null) return false;
  const [year = 0, month = 0, day = 0] = priceDate.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + 2 * interval, 0)).getUTCDate();
  const due = new Date(Date.UTC(year, month - 1 + 2 * interval, Math.min(day, lastDay)));
  return date > due.toISOString().slice(0, 10);
}
