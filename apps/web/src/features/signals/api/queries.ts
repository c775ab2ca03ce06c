import { trpc } from '#lib/api/trpc.ts';

/** The rules of one stock, or without a symbol all rules of the user, newest first. */
export function useSignalRules(symbol?: string) {
  return trpc.signals.rules.list.useQuery(symbol === undefined ? {} : { symbol });
}

/**
 * The last signals of a stock, latest first; no call for a stock without bars. Whatever the range of the chart: another
 * range needs no call, and its markers are drawn with its bars.
 */
export function useStockSignals(symbol: string, hasBars: boolean) {
  return trpc.signals.list.useQuery({ symbol, limit: 1000 }, { enabled: hasBars });
}

/** How often the count is fetched while the page is visible. */
const refetchIntervalMs = 60_000;

/** The number of unread entries in the inbox; undefined until the server has answered. */
export function useUnread(): number | undefined {
  const { data } = trpc.signals.list.useQuery(
    { unread: true, limit: 1 },
    { refetchInterval: refetchIntervalMs, refetchOnWindowFocus: 'always' },
  );
  return data?.unread;
}
