/** Months after which the owner of an instrument is reminded of its next price. */
const months = { never: null, monthly: 1, quarterly: 3, yearly: 12 } as const;

/** Whether the interval of reminders has passed twice between the day of a price and another day. */
export function isPriceOverdue(remind: keyof typeof months, priceDate: string, date: string): boolean {
  const interval = months[remind];
  if (interval === null) return false;
  const due = new Date(`${priceDate}T00:00:00Z`);
  due.setUTCMonth(due.getUTCMonth() + 2 * interval);
  return date > due.toISOString().slice(0, 10);
}
