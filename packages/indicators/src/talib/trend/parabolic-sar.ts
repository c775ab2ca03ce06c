import type { OhlcvColumns } from '../../series.ts';

/**
 * TA-Lib's SAR: a stop that closes in on the price by a share of its distance from the extreme so far; the
 * share grows with every new extreme, and the side changes when the price reaches the stop. The stop never
 * lies inside the last two bars. First row 1. tulind chooses its first side by other bars, and its numbers
 * meet TA-Lib's only after hundreds of bars.
 */
export function parabolicSar({ high, low }: OhlcvColumns, acceleration: number, maximum: number): number[] {
  const step = Math.min(acceleration, maximum);
  const at = (bar: number) => ({ top: high[bar] ?? 0, bottom: low[bar] ?? 0 });
  const stops: number[] = [];
  let before = at(0);
  let today = at(1);
  // TA-Lib starts short when the low fell, and by more than the high rose.
  const fall = before.bottom - today.bottom;
  let isLong = !(fall > 0 && fall > today.top - before.top);
  let extreme = isLong ? today.top : today.bottom;
  let stop = isLong ? before.bottom : before.top;
  let share = step;
  before = today;
  for (let bar = 1; bar < high.length; bar++) {
    today = at(bar);
    const isReached = isLong ? today.bottom <= stop : today.top >= stop;
    if (isReached) {
      isLong = !isLong;
      stop = outside(extreme);
      share = step;
      extreme = isLong ? today.top : today.bottom;
    }
    stops.push(stop);
    if (isLong ? today.top > extreme : today.bottom < extreme) {
      extreme = isLong ? today.top : today.bottom;
      share = Math.min(share + step, maximum);
    }
    stop = outside(stop + share * (extreme - stop));
    before = today;
  }
  return stops;

  function outside(level: number): number {
    return isLong ? Math.min(level, before.bottom, today.bottom) : Math.max(level, before.top, today.top);
  }
}
