import type { SignalEntry } from '@stockbook/api/schemas';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
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
