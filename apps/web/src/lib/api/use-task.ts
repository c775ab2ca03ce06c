import { useCallback, useEffect, useRef, useState } from 'react';
import { followTask, startTask, type Task, TaskFailure, type TaskKind } from './run-task.ts';
import { useApiClient } from './trpc.ts';

/** `input` is null if the task was not started here. */
type TaskState<Input, T extends Task> =
  | { readonly status: 'idle' }
  /** The server has not accepted the task yet. */
  | { readonly status: 'starting'; readonly input: Input }
  /** `task` is null until the first check. */
  | { readonly status: 'running'; readonly input: Input | null; readonly task: T | null }
  | { readonly status: 'done'; readonly input: Input | null; readonly task: T }
  | { readonly status: 'failed'; readonly input: Input | null; readonly message: string };

interface TaskOptions<Input, T extends Task> {
  /**
   * A task that the server already runs, for example since before a reload: it is followed, unless it was before or
   * another one is running. Null if there is none.
   */
  readonly taskId?: string | null;
  /** The state stays `running` until the result resolves. Called even if the component has unmounted. */
  readonly onSuccess?: (task: T, input: Input | null) => unknown;
  /** Called even if the component has unmounted. */
  readonly onFailure?: () => void;
  /**
   * If given, polling stops when the component unmounts or this callback changes; it is then called if a task was
   * running. Otherwise polling continues after the component has unmounted.
   */
  readonly onAbandon?: () => void;
}

export interface TaskControl<Input, T extends Task> {
  readonly state: TaskState<Input, T>;
  /** Whether the current task has not ended. */
  readonly isBusy: boolean;
  /** Starts a task; ignored while another one is running. */
  readonly start: (input: Input) => void;
  /** Follows a task that the server already runs; ignored while another one is running. */
  readonly follow: (taskId: string) => void;
  readonly reset: () => void;
}

/** Has the server run tasks of one kind, one at a time, and polls each until it ends. */
export function useTask<Input, T extends Task>(
  kind: TaskKind<Input, T>,
  { taskId = null, onSuccess, onFailure, onAbandon }: TaskOptions<Input, T>,
): TaskControl<Input, T> {
  const client = useApiClient();
  const [state, setState] = useState<TaskState<Input, T>>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  const lastId = useRef<string>(null);
  const reset = useCallback(() => setState({ status: 'idle' }), []);

  useEffect(() => {
    if (!onAbandon) return;
    return () => {
      reset();
      if (!running.current) return;
      running.current.abort();
      running.current = null;
      lastId.current = null;
      onAbandon();
    };
  }, [onAbandon, reset]);

  useEffect(() => {
    if (taskId !== null && taskId !== lastId.current) follow(taskId);
  });

  async function run(input: Input | null, begin: () => Promise<string>) {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const onState = (task: T | null) => setState({ status: 'running', input, task });
    try {
      lastId.current = await begin();
      signal.throwIfAborted();
      onState(null);
      const task = await followTask(kind, client, lastId.current, { signal, onState });
      await onSuccess?.(task, input);
      signal.throwIfAborted();
      setState({ status: 'done', input, task });
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof TaskFailure ? error.message : kind.startMessage(error);
      setState({ status: 'failed', input, message });
      onFailure?.();
    }
    running.current = null;
  }

  function start(input: Input) {
    if (running.current) return;
    setState({ status: 'starting', input });
    void run(input, () => startTask(kind, client, input));
  }

  function follow(id: string) {
    if (!running.current) void run(null, async () => id);
  }

  const isBusy = state.status === 'starting' || state.status === 'running';
  return { state, isBusy, start, follow, reset };
}
