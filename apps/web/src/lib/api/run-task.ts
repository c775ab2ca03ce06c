import type { AppRouter } from '@stockbook/api';
import type { inferRouterOutputs } from '@trpc/server';
import type { ApiClient } from './api-client.ts';

type Outputs = inferRouterOutputs<AppRouter>;

/** The state of a task, as one of the status procedures returns it. */
export type Task =
  | Outputs['stocks']['task']
  | Outputs['indicators']['task']
  | Outputs['strategies']['task']
  | Outputs['transfer']['importTask']
  | Outputs['portfolios']['imports']['task'];

/** A kind of task that the server runs: its calls, how often to poll, and the message of each failure. */
export interface TaskKind<Input, T extends Task> {
  /** Resolves with the task id. May reject with a `TaskFailure`. */
  readonly start: (client: ApiClient, input: Input) => Promise<string>;
  /** Fetches the task's state once. */
  readonly check: (client: ApiClient, taskId: string, signal: AbortSignal) => Promise<T>;
  readonly intervalMs: number;
  /** How long to poll; without a limit by default. */
  readonly timeoutMs?: number;
  readonly startMessage: (error: unknown) => string;
  /** `error` is a `TaskTimeout` after `timeoutMs`. */
  readonly checkMessage: (error: unknown) => string;
  readonly failureMessage: (task: T) => string;
}

/** A task that failed or could not be started or polled; the message is shown to the user. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
}

/** The task did not end within `timeoutMs`. It may still be running. */
export class TaskTimeout extends Error {
  override readonly name = 'TaskTimeout';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Polls until `isOver`, first immediately and then `intervalMs` after each check. */
async function poll<T extends Task>(
  check: () => Promise<T>,
  intervalMs: number,
  signal: AbortSignal,
  onState: (task: T) => void,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const task = await check();
    signal.throwIfAborted();
    onState(task);
    if (task.status === 'SUCCESS' || task.status === 'FAILURE') return task;
    await pause(intervalMs, signal);
  }
}

/** Starts a task and resolves with its id; rejects with a `TaskFailure` if the server refuses it. */
export function startTask<Input, T extends Task>(
  kind: TaskKind<Input, T>,
  client: ApiClient,
  input: Input,
): Promise<string> {
  return kind.start(client, input).catch((error: unknown) => {
    throw error instanceof TaskFailure ? error : new TaskFailure(kind.startMessage(error), { cause: error });
  });
}

interface FollowOptions<T> {
  /** Stops polling; the promise then rejects with the signal's reason. The server finishes the task. */
  readonly signal: AbortSignal;
  /** Receives every state, including the last one. */
  readonly onState?: (task: T) => void;
}

/** Polls a task until it ends; resolves with its state after success, and rejects with a `TaskFailure` otherwise. */
export async function followTask<T extends Task>(
  kind: TaskKind<never, T>,
  client: ApiClient,
  taskId: string,
  { signal, onState = () => {} }: FollowOptions<T>,
): Promise<T> {
  const timeout = new AbortController();
  const timer =
    kind.timeoutMs === undefined
      ? undefined
      : setTimeout(() => timeout.abort(new TaskTimeout('The task did not end in time')), kind.timeoutMs);
  const stop = AbortSignal.any([signal, timeout.signal]);
  const last = await poll(() => kind.check(client, taskId, stop), kind.intervalMs, stop, onState)
    .catch((error: unknown) => {
      signal.throwIfAborted();
      // An aborted check rejects with its own error.
      const cause = stop.aborted ? stop.reason : error;
      throw new TaskFailure(kind.checkMessage(cause), { cause });
    })
    .finally(() => clearTimeout(timer));
  if (last.status === 'FAILURE') throw new TaskFailure(kind.failureMessage(last));
  return last;
}

/** Starts a task and follows it to its end. */
export async function runTask<Input, T extends Task>(
  kind: TaskKind<Input, T>,
  client: ApiClient,
  input: Input,
  options: FollowOptions<T>,
): Promise<T> {
  return followTask(kind, client, await startTask(kind, client, input), options);
}

const pendingPercent = 10;
const defaultPercent = 50;
const maxPercent = 90;

interface Steps {
  readonly current: number;
  readonly total: number;
}

/** The steps that are done in whole percent; null if none are counted. */
export function percentDone(steps: Steps | null | undefined): number | null {
  return steps && steps.total > 0 ? Math.round((100 * steps.current) / steps.total) : null;
}

interface ProgressingTask {
  readonly status: string;
  readonly info: Steps | null;
}

/** The progress of a task in whole percent; `task` is null before the first check. */
export function taskPercent(task: ProgressingTask | null): number {
  switch (task?.status) {
    case 'PENDING':
      return pendingPercent;
    case 'PROGRESS':
      return Math.min(maxPercent, percentDone(task.info) ?? defaultPercent);
    case 'SUCCESS':
      return 100;
    default:
      return 0;
  }
}
