import type { SignalEntry } from '@stockbook/api/schemas';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useMemo } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';

const pageSize = 50;
const refetchIntervalMs = 60_000;

export interface InboxFilter {
  readonly symbol?: string | undefined;
  readonly isUnread: boolean;
}

export interface InboxPage {
  readonly signals: readonly SignalEntry[];
  readonly total: number;
  readonly unread: number;
}

const inboxKey = getQueryKey(trpc.signals.list, undefined, 'infinite');

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

/** Marks entries as read. They stay in the list that is shown, also in that of the unread ones. */
export function useMarkRead() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const { alert } = useAlerts();
  const { mutate, isPending } = trpc.signals.markRead.useMutation({
    onSuccess: ({ unread }, { ids, until }) => {
      const isMarked = ({ id, bar_date }: SignalEntry) =>
        ids ? ids.includes(id) : until !== undefined && bar_date <= until;
      queryClient.setQueriesData<InfiniteData<InboxPage>>(
        { queryKey: inboxKey },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              unread,
              signals: page.signals.map((entry) => (isMarked(entry) ? { ...entry, is_read: true } : entry)),
            })),
          },
      );
      void utils.signals.list.invalidate({ unread: true, limit: 1 });
    },
    onError: (error) => alert(...describeFailure(error, 'Failed to save signal')),
  });
  return {
    isPending,
    markRead: useCallback((ids: string[]) => mutate({ ids }), [mutate]),
    markAllRead: useCallback((until: string) => mutate({ until }), [mutate]),
  };
}
