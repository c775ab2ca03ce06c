import type { OhlcvColumns } from '../../series.ts';

/**
 * TA-Lib's CCI: the distance of the typical price from its mean, in units of 0.015 mean deviations; 0 where
 * either is 0. First row period − 1. Over one and the same price TA-Lib prints ±66.67 when its mean rounds
 * beside the price; here it is 0.
 *
 * tulind has no value for the first 2 × period − 2 rows, and a running mean, which is 2e-9 off over two bars
 * and tells nothing where prices hardly move. TA-Lib adds each window up again, in the order of a ring of
 * `period` places; so does this.
 */
export function commodityChannelIndex({ high, low, close }: OhlcvColumns, period: number): number[] {
  const ring = new Float64Array(period);
  const channel: number[] = [];
  let last = Number.NaN;
  let unchangedFor = 0;
  close.forEach((value, bar) => {
    const typical = ((high[bar] ?? 0) + (low[bar] ?? 0) + value) / 3;
    unchangedFor = typical === last ? unchangedFor + 1 : 1;
    last = typical;
    ring[bar % period] = typical;
    if (bar < period - 1) return;
    const mean = sumOver(ring) / period;
    const distances = sumOfDistances(ring, mean);
    const distance = typical - mean;
    const isFlat = unchangedFor >= period || distance === 0 || distances === 0;
    channel.push(isFlat ? 0 : distance / (0.015 * (distances / period)));
  });
  return channel;
}

function sumOver(prices: Float64Array): number {
  let total = 0;
  for (let place = 0; place < prices.length; place++) total += prices[place] ?? 0;
  return total;
}

function sumOfDistances(prices: Float64Array, from: number): number {
  let total = 0;
  for (let place = 0; place < prices.length; place++) total += Math.abs((prices[place] ?? 0) - from);
  return total;
}
