import type { ImportTask } from '@stockbook/api/schemas';
import { useEffect } from 'react';
import { useUserState } from '#hooks/use-user-state.ts';
import type { TaskKind } from '#lib/api/run-task.ts';
import { connectionSentence, serverSentence, serverStatus } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { type TaskControl, useTask } from '#lib/api/use-task.ts';

/** A text to import, or an import that the server has started before. */
type ImportInput = { readonly text: string } | { readonly taskId: string };

const isGone = (error: unknown) => serverStatus(error) === 404;

/** `rememberTask` receives the id of the task, and null when polling it again is useless. */
function importTask(rememberTask: (taskId: string | null) => void): TaskKind<ImportInput, ImportTask> {
  return {
    start: async (client, input) => {
      if ('taskId' in input) return input.taskId;
      const started = await client.transfer.import.mutate({ text: input.text, commit: true });
      if (!('task_id' in started)) throw new Error('The server returned a preview instead of a task');
      rememberTask(started.task_id);
      return started.task_id;
    },
    check: async (client, taskId, signal) => {
      try {
        const task = await client.transfer.importTask.query({ taskId }, { signal });
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

export interface ImportControl extends Pick<TaskControl<ImportInput, ImportTask>, 'state'> {
  /** Whether the server is known to import. */
  readonly isRunning: boolean;
  readonly start: (text: string) => void;
  /** Repeats the failed step; null if there is nothing to repeat. */
  readonly retry: (() => void) | null;
  /** Forgets the last import. */
  readonly reset: () => void;
}

/**
 * Imports a text and refetches what it may have changed. Continues with the user's last import after a reload and in other tabs,
 * until `reset`.
 */
export function useImport(): ImportControl {
  const utils = trpc.useUtils();
  const [taskId, rememberTask] = useUserState('importTask', parseTaskId);
  const reload = () => {
    void utils.stocks.list.invalidate();
    void utils.signals.rules.list.invalidate();
    void utils.studySets.list.invalidate();
    void utils.strategies.list.invalidate();
  };
  const { state, start, reset } = useTask(importTask(rememberTask), {
    onSuccess: reload,
    onFailure: reload,
    onAbandon: pauseSilently,
  });
  const { status } = state;
  useEffect(() => {
    if (taskId !== null && status === 'idle') start({ taskId });
  }, [taskId, status, start]);

  const failedInput = state.status === 'failed' ? state.input : null;
  const again = taskId !== null ? { taskId } : failedInput && 'text' in failedInput ? failedInput : null;
  return {
    state,
    isRunning: state.status === 'running' && (state.task?.status ?? 'SUCCESS') !== 'SUCCESS',
    start: (text) => start({ text }),
    retry: again && (() => start(again)),
    reset: () => {
      rememberTask(null);
      reset();
    },
  };
}
