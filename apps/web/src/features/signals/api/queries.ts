import type { RulePreview, SignalEntry } from '@stockbook/api/schemas';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { trpc, useApiClient } from '#lib/api/trpc.ts';

const pageSize = 50;
const refetchIntervalMs = 60_000;

export interface InboxFilter {
  readonly symbol?: string | undefined;
  readonly isUnread: boolean;
}

/** One page of the inbox. */
export interface InboxPage {
  readonly signals: readonly SignalEntry[];
  readonly total: number;
  readonly unread: number;
}

export const inboxKey = getQueryKey(trpc.signals.list, undefined, 'infinite');

/** The entries of the inbox that match, latest bar first, in pages. */
export function useInbox({ symbol, isUnread }: InboxFilter) {
  const client = useApiClient();
  const filter = { ...(symbol ? { symbol } : {}), ...(isUnread ? { unread: true } : {}) };
  const query = useInfiniteQuery({
    queryKey: [...inboxKey, filter],
    queryFn: ({ pageParam, signal }): Promise<InboxPage> =>
      client.signals.list.query({ ...filter, limit: pageSize, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { signals }) => sum + signals.length, 0);
      return loaded < total ? loaded : undefined;
    },
    refetchInterval: refetchIntervalMs,
    // Shows the entries of the previous filter until those of the new one are loaded.
    placeholderData: keepPreviousData,
  });
  const entries = useMemo(() => query.data && uniqueEntries(query.data), [query.data]);
  return { ...query, entries };
}

/** Entries that arrive between two pages shift the second one, so that it repeats entries of the first. */
function uniqueEntries({ pages }: InfiniteData<InboxPage>): SignalEntry[] {
  return [
    ...new Map(pages.flatMap(({ signals }) => signals.map((entry) => [entry.id, entry] as const))).values(),
  ];
}

const previewKey = getQueryKey(trpc.signals.preview);

/**
 * Evaluates a rule on the bars of a stock. The call is a mutation for its POST request, but it stores nothing: its
 * responses are cached, because a minute has 30 calls.
 * @param request null for no call, for example while the rule is being typed
 */
export function usePreview(request: { readonly symbol: string; readonly when: string } | null) {
  const client = useApiClient();
  return useQuery<RulePreview>({
    queryKey: [...previewKey, request],
    queryFn: ({ signal }) => client.signals.preview.mutate(request ?? { symbol: '', when: '' }, { signal }),
    enabled: request !== null,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

const screenKey = getQueryKey(trpc.signals.screen);

/** The stocks of the watch list for which a rule is true at the last close; sends no request without a rule. */
export function useScreen(when: string | undefined) {
  const client = useApiClient();
  return useQuery({
    queryKey: [...screenKey, when],
    queryFn: ({ signal }) => client.signals.screen.mutate({ when: when ?? '' }, { signal }),
    enabled: when !== undefined,
    // Shows the matches of the previous rule until those of the new one are known.
    placeholderData: when === undefined ? undefined : keepPreviousData,
  });
}

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

/** The number of unread entries in the inbox; undefined until the server has answered. */
export function useUnread(): number | undefined {
  const { data } = trpc.signals.list.useQuery(
    { unread: true, limit: 1 },
    { refetchInterval: refetchIntervalMs, refetchOnWindowFocus: 'always' },
  );
  return data?.unread;
}
