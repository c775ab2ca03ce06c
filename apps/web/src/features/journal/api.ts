import type { Journal, JournalEntry } from '@stockbook/api/schemas';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useMemo } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import type { EntryKind } from './kinds.ts';

/** Which entries are shown. */
export interface JournalFilter {
  readonly symbol?: string | undefined;
  readonly kind?: EntryKind | undefined;
  readonly q?: string | undefined;
}

const pageSize = 100;

const journalKey = getQueryKey(trpc.journal.list, undefined, 'infinite');

/** The entries that match, newest day first, in pages. */
export function useJournal({ symbol, kind, q }: JournalFilter) {
  const client = useApiClient();
  const filter = { ...(symbol && { symbol }), ...(kind && { kind }), ...(q?.trim() && { q }) };
  const query = useInfiniteQuery({
    queryKey: [...journalKey, filter],
    queryFn: ({ pageParam, signal }): Promise<Journal> =>
      client.journal.list.query({ ...filter, limit: pageSize, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { entries }) => sum + entries.length, 0);
      return loaded < total ? loaded : undefined;
    },
    // Shows the entries of the previous filter until those of the new one are loaded.
    placeholderData: keepPreviousData,
  });
  const entries = useMemo(
    // An entry that is written between two pages shifts the second one, which repeats the last of the first.
    () =>
      query.data && [
        ...new Map(
          query.data.pages.flatMap((page) => page.entries).map((entry) => [entry.id, entry] as const),
        ).values(),
      ],
    [query.data],
  );
  return { ...query, entries };
}

/** Most entries of one stock that its chart marks: the newest ones. */
const maxMarked = 1000;

/** The entries about a stock, newest day first. */
export function useStockJournal(symbol: string) {
  return trpc.journal.list.useQuery({ symbol, limit: maxMarked });
}

export const saveFailure = 'Failed to save entry';

type EntryValues = Pick<JournalEntry, 'text' | 'kind' | 'day'>;

/**
 * Writes and changes entries; pending until the pages show them. A message takes that back: the card of a stock does
 * not show an entry of an earlier day than its newest ones.
 */
export function useSaveEntry() {
  const { alert } = useAlerts();
  const showToast = useUndoToast();
  const utils = trpc.useUtils();
  const onSuccess = () => utils.journal.invalidate();
  const create = trpc.journal.create.useMutation({ onSuccess }).mutateAsync;
  const update = trpc.journal.update.useMutation({ onSuccess }).mutateAsync;
  const remove = trpc.journal.delete.useMutation({ onSuccess }).mutateAsync;
  const finish = (message: string, undo: () => Promise<unknown>) =>
    showToast({
      message,
      onUndo: () => void undo().catch((error: unknown) => alert(...describeFailure(error, saveFailure))),
    });
  return {
    create: async (values: EntryValues & { symbol: string }) => {
      const { id, symbol } = await create(values);
      finish(`Entry about ${symbol} added`, () => remove({ entryId: id }));
    },
    update: async (entry: JournalEntry, values: EntryValues) => {
      await update({ entryId: entry.id, ...values });
      const { text, kind, day } = entry;
      finish(`Entry about ${entry.symbol} saved`, () => update({ entryId: entry.id, text, kind, day }));
    },
  };
}

/** Deletes an entry at once; its message takes that back. */
export function useDeleteEntry() {
  const { alert } = useAlerts();
  const showToast = useUndoToast();
  const utils = trpc.useUtils();
  const onSuccess = useCallback(() => utils.journal.invalidate(), [utils]);
  const remove = trpc.journal.delete.useMutation({ onSuccess }).mutateAsync;
  const restore = trpc.journal.restore.useMutation({ onSuccess }).mutateAsync;
  return useCallback(
    async ({ id: entryId, symbol }: JournalEntry) => {
      // The message of an earlier change would take that one back.
      showToast(null);
      try {
        await remove({ entryId });
      } catch (error) {
        alert(...describeFailure(error, 'Failed to delete entry'));
        return;
      }
      showToast({
        message: `Entry about ${symbol} deleted`,
        onUndo: () =>
          void restore({ entryId }).catch((error: unknown) => alert(...describeFailure(error, saveFailure))),
      });
    },
    [alert, remove, restore, showToast],
  );
}
