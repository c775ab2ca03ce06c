import type { Bar } from '@stockbook/api/schemas';
import { changePercent, formatDate, formatPercent } from '../../../lib/format.ts';
import { type PricedInstrument, priceFormat } from '../../../lib/price-format.ts';

/** The text alternative of a chart. Expects at least one bar. */
export function describeBars(
  instrument: PricedInstrument,
  bars: readonly Bar[],
  isAdjusted: boolean,
): string {
  const { symbol } = instrument;
  const first = bars[0];
  const last = bars.at(-1);
  if (!first || !last) return `Price chart of ${symbol} without prices.`;
  let [low, high] = [first.low, first.high];
  for (const bar of bars) {
    low = Math.min(low, bar.low);
    high = Math.max(high, bar.high);
  }
  const price = priceFormat(instrument).format;
  return (
    `Price and volume chart of ${symbol} from ${formatDate(first.date)} to ${formatDate(last.date)}${isAdjusted ? ', adjusted for dividends' : ''}: ` +
    `close from ${price(first.close)} to ${price(last.close)}, ` +
    `${formatPercent(changePercent(last.close, first.close))}; lowest ${price(low)}, highest ${price(high)}.`
  );
}
