/** One line of an indicator, with a value for each date from `begin` on. */
interface Line {
  readonly values: ArrayLike<number>;
  readonly begin: number;
}

/**
 * For each bar the index of its last day in `dates`, which are those of all daily bars.
 * @param bars the dates of the bars: days, or the first days of weeks or months
 * @param end the first date after the last bar; null if there is none
 */
export function lastDays(dates: readonly string[], bars: readonly string[], end: string | null): number[] {
  let next = 0;
  return bars.map((_, index) => {
    const limit = bars[index + 1] ?? end;
    while (next < dates.length && (limit === null || (dates[next] ?? '') < limit)) next += 1;
    return next - 1;
  });
}

/** The value of a line on the last day of each bar; null before the line begins. */
export function valuesAt(days: readonly number[], { values, begin }: Line): (number | null)[] {
  return days.map((day) => values[day - begin] ?? null);
}
