import type { ImportTask, StockTask } from '@stockbook/api/schemas';
import type { TaskKind } from '#lib/api/run-task.ts';
import { errorSentence } from '#lib/api/server-error.ts';
import { stockTask } from '#lib/api/stock-task.ts';
import { trpc } from '#lib/api/trpc.ts';
import { type TaskControl, useTask } from '#lib/api/use-task.ts';

const refreshStockTask: TaskKind<{ readonly symbol: string }, StockTask> = {
  ...stockTask,
  start: async (client, input) => (await client.stocks.refresh.mutate(input)).data.task_id,
  startMessage: (error) => errorSentence(error, 'Failed to refresh stock data'),
};

/**
 * Has the server fetch new data from the provider, waits for it, and refetches the stock, its bars and its indicators,
 * even if the component has unmounted.
 */
export function useRefreshStock(symbol: string): TaskControl<{ readonly symbol: string }, StockTask> {
  const utils = trpc.useUtils();
  const reload = () => {
    void utils.stocks.invalidate();
    void utils.indicators.forStock.invalidate({ symbol });
    // New bars can fire rules.
    void utils.signals.invalidate();
  };
  // Also after a failure: the server stores `last_error` with the stock.
  return useTask(refreshStockTask, { onSuccess: reload, onFailure: reload });
}

export interface ImportRequest {
  readonly text: string;
  /** A list that the stocks of the text join; null for none. */
  readonly listId: string | null;
}

/** The input of the calls of an import. */
export function importInput({ text, listId }: ImportRequest) {
  return listId === null ? { text } : { text, list_id: listId };
}

/** The calls of an import, which the server finishes even if the page is closed. */
export const importCalls: Pick<TaskKind<ImportRequest, ImportTask>, 'start' | 'check'> = {
  start: async (client, request) => {
    const started = await client.transfer.import.mutate({ ...importInput(request), commit: true });
    if (!('task_id' in started)) throw new Error('The server returned a preview instead of a task');
    return started.task_id;
  },
  check: (client, taskId, signal) => client.transfer.importTask.query({ taskId }, { signal }),
};
