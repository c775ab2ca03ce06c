import { isZero } from '../arithmetic.ts';

const fastest = 2 / (2 + 1);
const slowest = 2 / (30 + 1);

/**
 * TA-Lib's KAMA: an exponential average, the faster the straighter the price went: the way from the price
 * `period` bars ago to today's, as a share of the sum of all steps between. First row period. A share above 1
 * is rounding, and counts 1: TA-Lib sees to that on the way up only, tulind not at all, and where a price fell
 * far their averages run away.
 */
export function kaufmanAdaptiveAverage(values: readonly number[], period: number): number[] {
  const averages: number[] = [];
  const step = (bar: number) => Math.abs((values[bar] ?? 0) - (values[bar - 1] ?? 0));
  let steps = 0;
  for (let bar = 1; bar < period; bar++) steps += step(bar);
  let average = values[period - 1] ?? 0;
  for (let bar = period; bar < values.length; bar++) {
    const value = values[bar] ?? 0;
    const way = value - (values[bar - period] ?? 0);
    if (bar > period) steps -= step(bar - period);
    steps += step(bar);
    const straightness = isZero(steps) ? 1 : Math.min(Math.abs(way / steps), 1);
    average += (value - average) * (straightness * (fastest - slowest) + slowest) ** 2;
    averages.push(average);
  }
  return averages;
}
