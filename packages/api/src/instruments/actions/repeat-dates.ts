/** The number of days of a month, which may be beyond December. */
function daysOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * The dates that are whole numbers of steps after a first one, which counts, up to `until`: on the same day of the
 * month, or the last one of a shorter month.
 * @param maximum further dates are left out
 */
export function repeatDates(first: string, months: number, until: string, maximum: number): string[] {
  const [year = 0, month = 0, day = 0] = first.split('-').map(Number);
  const dates: string[] = [];
  for (let step = 0; dates.length < maximum; step += 1) {
    const index = year * 12 + (month - 1) + step * months;
    const [ofYear, ofMonth] = [Math.floor(index / 12), (index % 12) + 1];
    const ofDay = Math.min(day, daysOfMonth(ofYear, ofMonth));
    const pad = (value: number, length: number) => String(value).padStart(length, '0');
    const date = `${pad(ofYear, 4)}-${pad(ofMonth, 2)}-${pad(ofDay, 2)}`;
    if (date > until) break;
    dates.push(date);
  }
  return dates;
}
