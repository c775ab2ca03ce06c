/** The ranges of figures and charts. */
export const periods = ['1M', '3M', '6M', '1Y', 'YTD', 'ALL'] as const;
export type Period = (typeof periods)[number];

const monthsOf = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12 } as const;

const dayMs = 24 * 60 * 60 * 1000;

const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * The first day of a period that ends with `asOf`: the day after the same day of an earlier month, which counts as that
 * month's last day if the month is shorter. Undefined for the whole life, also if that is shorter than the period.
 */
export function firstDayOf(period: Period, asOf: string, lifeSince: string): string | undefined {
  if (period === 'ALL') return undefined;
  const since = period === 'YTD' ? `${asOf.slice(0, 4)}-01-01` : dayAfterMonthsBefore(asOf, monthsOf[period]);
  return since <= lifeSince ? undefined : since;
}

function dayAfterMonthsBefore(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return isoDate(Date.UTC(year, month - 1 - months, Math.min(day, lastDay)) + dayMs);
}
