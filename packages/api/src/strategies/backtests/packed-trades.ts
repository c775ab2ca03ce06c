import { dateOfDay, type Trade } from '@stockbook/rules/simulate';
import type { TradeList } from './schemas.ts';

const reasons = ['exit', 'stop', 'take_profit', 'time', 'open', 'ruin'] as const satisfies Trade['reason'][];

/** The columns of packed trades, in their order; then comes the index of the reason. Null is NaN. */
const columns = [
  'entry_bar',
  'entry_price',
  'exit_bar',
  'exit_price',
  'size',
  'profit',
  'return_percent',
  'commission',
] as const satisfies (keyof Trade)[];

/** Packs trades as columns, one after the other. */
export function packTrades(trades: readonly Trade[]): Float64Array {
  return Float64Array.from([
    ...columns.flatMap((name) => trades.map((trade) => trade[name] ?? Number.NaN)),
    ...trades.map(({ reason }) => reasons.indexOf(reason)),
  ]);
}

/** The trades from index `from` to `to`, `to` excluded, in their API shape. */
export function unpackTrades(
  symbol: string,
  packed: Float64Array,
  days: Int32Array,
  from: number,
  to: number,
): TradeList['trades'] {
  const count = packed.length / (columns.length + 1);
  const numberAt = (column: number, trade: number) => packed[column * count + trade] ?? Number.NaN;
  const dateAt = (bar: number) => dateOfDay(days[bar] ?? 0);
  return Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, index) => {
    const trade = from + index;
    const [entryBar, entryPrice, exitBar, exitPrice, size, profit, returnPercent, commission] = columns.map(
      (__, column) => numberAt(column, trade),
    ) as [number, number, number, number, number, number, number, number];
    return {
      symbol,
      entry_bar: entryBar,
      entry_date: dateAt(entryBar),
      entry_price: entryPrice,
      exit_bar: nullIfNaN(exitBar),
      exit_date: Number.isNaN(exitBar) ? null : dateAt(exitBar),
      exit_price: nullIfNaN(exitPrice),
      size,
      profit: nullIfNaN(profit),
      return_percent: nullIfNaN(returnPercent),
      commission: nullIfNaN(commission),
      reason: reasons[numberAt(columns.length, trade)] ?? 'open',
    };
  });
}

const nullIfNaN = (value: number) => (Number.isNaN(value) ? null : value);
