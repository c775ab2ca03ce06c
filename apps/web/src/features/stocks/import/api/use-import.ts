import type { ImportTask } from '@stockbook/api/schemas';
import type { TaskKind } from '../../../../lib/api/run-task.ts';
import { connectionSentence, serverSentence } from '../../../../lib/api/server-error.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { type TaskControl, useTask } from '../../../../lib/api/use-task.ts';

const importTask: TaskKind<string, ImportTask> = {
  start: async (client, text) => {
    const started = await client.transfer.import.mutate({ text, commit: true });
    if (!('task_id' in started)) throw new Error('The server returned a preview instead of a task');
    return started.task_id;
  },
  check: (client, taskId, signal) => client.transfer.importTask.query({ taskId }, { signal }),
  intervalMs: 1000,
  startMessage: (error) => serverSentence(error) ?? connectionSentence(error) ?? 'Failed to start the import',
  checkMessage: () => 'Failed to check the import. It continues on the server',
  failureMessage: ({ error }) => error ?? 'The import failed',
};

/** Imports a text and refetches the watch list, even if the dialog was closed. */
export function useImport(): TaskControl<string, ImportTask> {
  const utils = trpc.useUtils();
  const reloadWatchList = () => void utils.stocks.list.invalidate();
  return useTask(importTask, { onSuccess: reloadWatchList, onFailure: reloadWatchList });
}
