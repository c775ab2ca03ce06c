import type { ImportTask } from '@stockbook/api/schemas';
import { useMutation } from '@tanstack/react-query';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { useUserState } from '#hooks/use-user-state.ts';
import type { TaskKind } from '#lib/api/run-task.ts';
import { connectionSentence, errorSentence, serverSentence, serverStatus } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { useTask } from '#lib/api/use-task.ts';
import { saveFile } from '#lib/save-file.ts';
import { type ImportRequest, importCalls } from '../api/tasks.ts';

/** Downloads the watch list, or only some symbols or a list of it, as CSV. A failure shows an alert. */
export function useExportWatchList() {
  const { alert } = useAlerts();
  const client = useApiClient();
  return useMutation({
    mutationFn: (part: { symbols: string[] } | { list_id: string } | null) =>
      client.transfer.exportWatchList.query(part ?? undefined),
    onSuccess: ({ csv }) => saveFile('stockbook-watch-list.csv', new Blob([csv], { type: 'text/csv' })),
    onError: (error) =>
      alert(connectionSentence(error) ?? errorSentence(error, 'Failed to export the watch list')),
  });
}

const isGone = (error: unknown) => serverStatus(error) === 404;

/** `rememberTask` receives the id of the task, and null when polling it again is useless. */
function importTask(rememberTask: (taskId: string | null) => void): TaskKind<ImportRequest, ImportTask> {
  return {
    start: async (client, request) => {
      const taskId = await importCalls.start(client, request);
      rememberTask(taskId);
      return taskId;
    },
    check: async (client, taskId, signal) => {
      try {
        const task = await importCalls.check(client, taskId, signal);
        if (task.status === 'FAILURE') rememberTask(null);
        return task;
      } catch (error) {
        if (isGone(error)) rememberTask(null);
        throw error;
      }
    },
    intervalMs: 1000,
    startMessage: (error) =>
      serverSentence(error) ?? connectionSentence(error) ?? 'Failed to start the import',
    checkMessage: (error) =>
      isGone(error)
        ? 'The server no longer stores the result of the import'
        : 'Failed to check the import. It continues on the server',
    failureMessage: ({ error }) => error ?? 'The import failed',
  };
}

function parseTaskId(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}

/** Stops polling without a message: the next mount continues. */
function pauseSilently(): void {}

export type ImportControl = ReturnType<typeof useImport>;

/**
 * Imports a text and refetches what it may have changed. Continues with the user's last import after a reload and in
 * other tabs, until `reset`.
 */
export function useImport() {
  const utils = trpc.useUtils();
  const [taskId, rememberTask] = useUserState('importTask', parseTaskId);
  const reload = () => {
    void utils.stocks.list.invalidate();
    void utils.signals.rules.list.invalidate();
    void utils.studySets.list.invalidate();
    void utils.strategies.list.invalidate();
    void utils.lists.list.invalidate();
  };
  const { state, start, follow, reset } = useTask(importTask(rememberTask), {
    taskId,
    onSuccess: reload,
    onFailure: reload,
    onAbandon: pauseSilently,
  });

  function retryOf(request: ImportRequest | null) {
    if (taskId !== null) return () => follow(taskId);
    return request === null ? null : () => start(request);
  }

  return {
    state,
    /** Whether the server is known to import. */
    isRunning: state.status === 'running' && (state.task?.status ?? 'SUCCESS') !== 'SUCCESS',
    start,
    /** Repeats the failed step; null if there is nothing to repeat. */
    retry: state.status === 'failed' ? retryOf(state.input) : null,
    reset: () => {
      rememberTask(null);
      reset();
    },
  };
}
