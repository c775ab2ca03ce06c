import type { OhlcvColumns } from '../../series.ts';

/**
 * TA-Lib's SAR, Wilder's parabolic stop and reverse: each bar moves the stop by `factor` × its distance to the
 * extreme point of the trade. `factor` starts at `acceleration`, grows by it at each new extreme up to `maximum`,
 * and starts again when the price reaches the stop and the position reverses. The stop never lies within the
 * range of the last two bars.
 *
 * tulind chooses the first position from other bars, and converges to TA-Lib only after hundreds of bars.
 * @returns stops in the unit of the prices, one per bar from bar 1 on
 */
export function parabolicSar(
  { high, low }: OhlcvColumns,
  acceleration: number,
  maximum: number,
): Float64Array {
  const step = Math.min(acceleration, maximum);
  const rangeAt = (bar: number) => ({ high: high[bar] ?? 0, low: low[bar] ?? 0 });
  const stops = new Float64Array(high.length - 1);
  let previous = rangeAt(0);
  let current = rangeAt(1);
  // TA-Lib starts short if the low fell, and by more than the high rose.
  const fall = previous.low - current.low;
  let isLong = !(fall > 0 && fall > current.high - previous.high);
  let extreme = isLong ? current.high : current.low;
  let stop = isLong ? previous.low : previous.high;
  let factor = step;
  previous = current;
  for (let bar = 1; bar < high.length; bar++) {
    current = rangeAt(bar);
    const isReached = isLong ? current.low <= stop : current.high >= stop;
    if (isReached) {
      isLong = !isLong;
      stop = outsideRange(extreme);
      factor = step;
      extreme = isLong ? current.high : current.low;
    }
    stops[bar - 1] = stop;
    if (isLong ? current.high > extreme : current.low < extreme) {
      extreme = isLong ? current.high : current.low;
      factor = Math.min(factor + step, maximum);
    }
    stop = outsideRange(stop + factor * (extreme - stop));
    previous = current;
  }
  return stops;

  function outsideRange(level: number): number {
    return isLong ? Math.min(level, previous.low, current.low) : Math.max(level, previous.high, current.high);
  }
}
