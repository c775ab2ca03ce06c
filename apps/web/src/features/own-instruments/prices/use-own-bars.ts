import type { Bar, Instrument } from '@stockbook/api/schemas';
import { trpc } from '#lib/api/trpc.ts';

/** Fewer prices than these are loaded at once. */
const maxSparse = 1000;
/** The days that have the last five prices of a history with more of them. */
const recentMs = 90 * 24 * 60 * 60 * 1000;

const noBars: readonly Bar[] = [];

/** The last prices of an instrument, oldest first. */
export function useLastBars({ symbol, bars, last_date }: Instrument, count: number) {
  const isLong = bars > maxSparse && last_date !== null;
  const since = isLong ? new Date(Date.parse(last_date) - recentMs).toISOString().slice(0, 10) : undefined;
  const query = trpc.stocks.bars.useQuery(since ? { symbol, start_date: since } : { symbol }, {
    enabled: bars > 0,
  });
  return { ...query, bars: bars === 0 ? noBars : (query.data?.data.slice(-count) ?? noBars) };
}

/** All prices of an instrument, oldest first. */
export function useAllBars(symbol: string) {
  return trpc.stocks.bars.useQuery({ symbol });
}
