import type { Bar, Stock } from '@stockbook/api/schemas';
import { changePercent, formatDate, formatPercent, formatPrice } from '../../../lib/format.ts';

/** The text alternative of a chart. Expects at least one bar. */
export function describeBars(
  { symbol, currency }: Pick<Stock, 'symbol' | 'currency'>,
  bars: readonly Bar[],
  isAdjusted: boolean,
): string {
  const first = bars[0];
  const last = bars.at(-1);
  if (!first || !last) return `Price chart of ${symbol} without prices.`;
  let [low, high] = [first.low, first.high];
  for (const bar of bars) {
    low = Math.min(low, bar.low);
    high = Math.max(high, bar.high);
  }
  const price = (value: number) => formatPrice(value, currency);
  return (
    `Price and volume chart of ${symbol} from ${formatDate(first.date)} to ${formatDate(last.date)}${isAdjusted ? ', adjusted for dividends' : ''}: ` +
    `close from ${price(first.close)} to ${price(last.close)}, ` +
    `${formatPercent(changePercent(last.close, first.close))}; lowest ${price(low)}, highest ${price(high)}.`
  );
}
