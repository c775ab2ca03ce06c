import type { Trade } from './account.ts';

const reasons = ['exit', 'stop', 'take_profit', 'time', 'open', 'ruin'] as const satisfies Trade['reason'][];

const numberNames = [
  'entry_bar',
  'entry_price',
  'exit_bar',
  'exit_price',
  'size',
  'profit',
  'return_percent',
  'commission',
] as const satisfies (keyof Trade)[];

/** A trade with null in the exit fields while it is open. */
export type UnpackedTrade = Pick<Trade, 'entry_bar' | 'entry_price' | 'size' | 'reason'> &
  Record<Exclude<(typeof numberNames)[number], 'entry_bar' | 'entry_price' | 'size'>, number | null>;

/** Packs trades as the columns of their numbers, then that of the indices of their reasons. Null is NaN. */
export function packTrades(trades: readonly Trade[]): Float64Array {
  return Float64Array.from([
    ...numberNames.flatMap((name) => trades.map((trade) => trade[name] ?? Number.NaN)),
    ...trades.map(({ reason }) => reasons.indexOf(reason)),
  ]);
}

/** Reads packed trades from index `from` to `to`, `to` excluded. */
export function unpackTrades(packed: Float64Array, from: number, to: number): UnpackedTrade[] {
  const count = packed.length / (numberNames.length + 1);
  const valueAt = (column: number, trade: number) => packed[column * count + trade] ?? Number.NaN;
  const numberAt = (name: (typeof numberNames)[number], trade: number) =>
    valueAt(numberNames.indexOf(name), trade);
  const nullableAt = (name: (typeof numberNames)[number], trade: number) => {
    const value = numberAt(name, trade);
    return Number.isNaN(value) ? null : value;
  };
  return Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, index) => {
    const trade = from + index;
    return {
      entry_bar: numberAt('entry_bar', trade),
      entry_price: numberAt('entry_price', trade),
      exit_bar: nullableAt('exit_bar', trade),
      exit_price: nullableAt('exit_price', trade),
      size: numberAt('size', trade),
      profit: nullableAt('profit', trade),
      return_percent: nullableAt('return_percent', trade),
      commission: nullableAt('commission', trade),
      reason: reasons[valueAt(numberNames.length, trade)] ?? 'open',
    };
  });
}
