import type { WatchListItem } from '@stockbook/api/schemas';
import { useCallback } from 'react';
import { runTask, TaskFailure } from '../../../../lib/api/run-task.ts';
import { connectionSentence, errorSentence } from '../../../../lib/api/server-error.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import type { OnFailure } from './cached-stocks.ts';
import { addStockTask } from './use-add-stock.ts';

/** Adds removed stocks again, each with its star, note and notifications. */
export function useRestoreStocks(onFailure: OnFailure) {
  const utils = trpc.useUtils();
  return useCallback(
    async (items: readonly WatchListItem[]) => {
      const { client } = utils;
      try {
        // The list is sorted by the time of adding, newest first.
        for (const { stock, is_favorite, notes, notify_on_signals } of items.toReversed()) {
          const { symbol } = stock;
          await runTask(
            addStockTask,
            client,
            { symbol, isin: null },
            { signal: new AbortController().signal, onState: () => {} },
          );
          await client.stocks.update.mutate({ symbol, is_favorite, notes, notify_on_signals });
        }
      } catch (error) {
        const message =
          error instanceof TaskFailure ? error.message : errorSentence(error, 'Failed to add stock');
        onFailure(message, connectionSentence(error));
      } finally {
        void utils.stocks.list.invalidate();
      }
    },
    [utils, onFailure],
  );
}
