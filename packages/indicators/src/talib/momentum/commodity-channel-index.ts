import type { OhlcvColumns } from '../../series.ts';
import { typicalPrices } from '../arithmetic.ts';

/**
 * TA-Lib's CCI, after Donald Lambert: the distance of the typical price from its mean over `period` bars, divided
 * by 0.015 mean deviations; 0 if either is 0. If all typical prices of a window are equal, TA-Lib returns ±66.67
 * when their mean is rounded; here the result is 0.
 *
 * tulind has no value before bar 2 × period − 2, and its running mean is off by 2e-9 over two bars and useless
 * when prices hardly move. TA-Lib sums each window from scratch, in the order of a ring buffer of `period`
 * slots, and so does this function.
 * @returns one value per bar from bar `period − 1` on
 */
export function commodityChannelIndex(bars: OhlcvColumns, period: number): Float64Array {
  const prices = typicalPrices(bars);
  const ring = new Float64Array(period);
  const index = new Float64Array(prices.length - period + 1);
  let previous = Number.NaN;
  let unchangedBars = 0;
  for (let bar = 0; bar < prices.length; bar++) {
    const typical = prices[bar] ?? 0;
    unchangedBars = typical === previous ? unchangedBars + 1 : 1;
    previous = typical;
    ring[bar % period] = typical;
    if (bar < period - 1) continue;
    const mean = sumOver(ring) / period;
    const distances = sumOfDistances(ring, mean);
    const distance = typical - mean;
    const isFlat = unchangedBars >= period || distance === 0 || distances === 0;
    index[bar - period + 1] = isFlat ? 0 : distance / (0.015 * (distances / period));
  }
  return index;
}

function sumOver(prices: Float64Array): number {
  let total = 0;
  for (let slot = 0; slot < prices.length; slot++) total += prices[slot] ?? 0;
  return total;
}

function sumOfDistances(prices: Float64Array, from: number): number {
  let total = 0;
  for (let slot = 0; slot < prices.length; slot++) total += Math.abs((prices[slot] ?? 0) - from);
  return total;
}
