import { type BarColumns, barAt } from '#components/chart/bar-columns.ts';
import { formatDate } from '#lib/format/dates.ts';
import { changePercent, formatPercent } from '#lib/format/numbers.ts';
import { type PricedInstrument, priceFormat } from '#lib/format/price-format.ts';

/** The text alternative of a chart. Expects at least one bar. */
export function describeBars(instrument: PricedInstrument, bars: BarColumns, isAdjusted: boolean): string {
  const { symbol } = instrument;
  const first = barAt(bars, 0);
  const last = barAt(bars, bars.time.length - 1);
  if (!first || !last) return `Price chart of ${symbol} without prices.`;
  // By loops: a call with as many arguments as bars can exceed the stack.
  const low = bars.low.reduce((lowest, each) => Math.min(lowest, each), first.low);
  const high = bars.high.reduce((highest, each) => Math.max(highest, each), first.high);
  const price = priceFormat(instrument).format;
  return (
    `Price and volume chart of ${symbol} from ${formatDate(first.date)} to ${formatDate(last.date)}${isAdjusted ? ', adjusted for dividends' : ''}: ` +
    `close from ${price(first.close)} to ${price(last.close)}, ` +
    `${formatPercent(changePercent(last.close, first.close))}; lowest ${price(low)}, highest ${price(high)}.`
  );
}
