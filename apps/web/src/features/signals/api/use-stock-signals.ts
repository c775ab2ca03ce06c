import { trpc } from '#lib/api/trpc.ts';

/**
 * The last signals of a stock, latest first; no call for a stock without bars. Whatever the range of the chart: another
 * range needs no call, and its markers are drawn with its bars.
 */
export function useStockSignals(symbol: string, hasBars: boolean) {
  return trpc.signals.list.useQuery({ symbol, limit: 1000 }, { enabled: hasBars });
}
