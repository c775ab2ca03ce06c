import type { WatchListItem } from '@stockbook/api/schemas';
import { useCallback } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { formatList } from '#lib/format/words.ts';
import { useFavorite } from '../api/mutations.ts';
import { snapshotOf, useRemoveStock, useRestoreStocks } from './api.ts';

function namesOf(items: readonly WatchListItem[]): string {
  return formatList(items.map(({ stock }) => stock.symbol));
}

/** The symbols, or the number of stocks where their symbols would fill a message. */
function subjectOf(items: readonly WatchListItem[]): string {
  return items.length > 5 ? `${items.length} stocks` : namesOf(items);
}

/** Actions on stocks of the list; each can be undone for some seconds. */
export function useListActions() {
  const { alert, confirm } = useAlerts();
  const removeStock = useRemoveStock(alert);
  const restore = useRestoreStocks(alert);
  const showUndo = useUndoToast();
  const toggle = useFavorite((message, detail) => {
    // The message of the change was shown at once.
    showUndo(null);
    alert(message, detail);
  });
  const utils = trpc.useUtils();

  const star = useCallback(
    (items: readonly WatchListItem[], isFavorite: boolean) => {
      const changed = items.filter((item) => item.is_favorite !== isFavorite);
      for (const item of changed) toggle(item);
      const place = isFavorite ? 'added to' : 'removed from';
      showUndo({
        message: `${subjectOf(changed)} ${place} favorites`,
        onUndo: () => {
          for (const item of changed) toggle({ ...item, is_favorite: isFavorite });
        },
      });
    },
    [toggle, showUndo],
  );

  /** Asks first; `onConfirmed` is awaited before the removal. */
  const remove = useCallback(
    async (items: readonly WatchListItem[], onConfirmed?: () => Promise<unknown>) => {
      const question = `Are you sure you want to stop tracking ${namesOf(items)}?`;
      if (!(await confirm(question, 'Stop tracking'))) return;
      const snapshot = await snapshotOf(utils.client, items).catch((error: unknown) => {
        alert(...describeFailure(error, 'Failed to remove stock'));
        return null;
      });
      if (snapshot === null) return;
      await onConfirmed?.();
      const isRemoved = await Promise.all(items.map(({ stock }) => removeStock(stock.symbol)));
      const removed = items.filter((_, index) => isRemoved[index]);
      if (removed.length > 0) {
        showUndo({
          message: `Stopped tracking ${subjectOf(removed)}`,
          onUndo: async () => {
            const pending = { message: `Adding ${subjectOf(removed)} again...`, onUndo: null };
            showUndo(pending);
            await restore(snapshot);
            // Unless the message of another change has replaced it.
            showUndo((current) => (current === pending ? null : current));
          },
        });
      }
    },
    [alert, confirm, removeStock, restore, showUndo, utils],
  );

  return {
    star,
    toggleFavorite: useCallback((item: WatchListItem) => star([item], !item.is_favorite), [star]),
    removeSeveral: remove,
    remove: useCallback(
      (item: WatchListItem, onConfirmed?: () => Promise<unknown>) => remove([item], onConfirmed),
      [remove],
    ),
  };
}
