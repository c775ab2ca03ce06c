import type { SignalEntry } from '@stockbook/api/schemas';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { type InboxPage, inboxKey } from './use-inbox.ts';

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
