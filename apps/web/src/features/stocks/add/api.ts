import type { StockTask } from '@stockbook/api/schemas';
import { addStockTask, type NewStock } from '#lib/api/stock-task.ts';
import { trpc } from '#lib/api/trpc.ts';
import { type TaskControl, useTask } from '#lib/api/use-task.ts';

/** How long the success message shows before the form closes. */
const successDelayMs = 1000;

/**
 * Adds a stock, waits until its history is stored and refetches the watch list, even if the component has unmounted.
 * `onAdded` is called after the success message has shown.
 */
export function useAddStock(onAdded: (task: StockTask) => void): TaskControl<NewStock, StockTask> {
  const utils = trpc.useUtils();
  const reloadWatchList = () => void utils.stocks.list.invalidate();
  return useTask(addStockTask, {
    onSuccess: (task) => {
      setTimeout(() => {
        reloadWatchList();
        onAdded(task);
      }, successDelayMs);
    },
    // The server may have added the stock before the failure.
    onFailure: reloadWatchList,
  });
}
