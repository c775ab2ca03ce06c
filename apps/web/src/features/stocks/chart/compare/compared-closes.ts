import type { BarColumns } from '#components/chart/bar-columns.ts';

/**
 * The close of other bars at or before each bar, so that another calendar of holidays adds no bars to the chart. A bar
 * of a week or month starts at its first day, which can differ: the last close before the next bar counts.
 */
export function comparedCloses({ time: times }: BarColumns, other: BarColumns): (number | undefined)[] {
  let next = 0;
  return times.map((_, index) => {
    const end = times[index + 1] ?? Number.POSITIVE_INFINITY;
    while ((other.time[next] ?? Number.POSITIVE_INFINITY) < end) next += 1;
    return other.close[next - 1];
  });
}

/** The return of a column of prices between two bars, in per cent; null without a price at one of them. */
export function returnBetween(
  closes: readonly (number | undefined)[],
  { from, to }: { readonly from: number; readonly to: number },
): { readonly first: number; readonly last: number; readonly percent: number } | null {
  const start = closes.findIndex((close, index) => index >= from && close !== undefined);
  const [first, last] = [closes[start], closes[to]];
  if (start > to || first === undefined || last === undefined || first === 0) return null;
  return { first, last, percent: ((last - first) / first) * 100 };
}
