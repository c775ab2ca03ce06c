import { hourMs } from '@stockbook/common/durations';
import {
  type EntityManager,
  isDatabaseUnavailable,
  type JobOptions,
  type Progress,
  type Task,
  taskRepository,
  userRepository,
} from '@stockbook/db';
import { MarketDataError } from '@stockbook/market-data';
import type { JobOutcome, Services } from '../context.ts';
import { providerTimeout, timeoutError, toAppError } from '../errors.ts';
import { jobPayload, maxAttempts, type TaskKind, type TaskPayload, taskKinds } from './kinds.ts';
import { enqueueTask } from './tasks.ts';

/** The part of a Graphile job run that a task needs. */
export interface JobRun {
  readonly payload: unknown;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted when the worker stops. */
  readonly signal: AbortSignal;
}

export interface TaskContext {
  readonly services: Services;
  readonly em: EntityManager;
  readonly taskId: string;
  readonly userId: string;
  readonly signal: AbortSignal;
  /** Stores the progress. Await each call: simultaneous ones overwrite each other. */
  report(progress: Progress): Promise<void>;
}

interface TaskSuccess {
  readonly message: string;
  readonly result: Record<string, unknown>;
  /**
   * Stores what the task has produced, in the transaction that ends it, with the user's row locked. Not called if the
   * task has ended before.
   */
  store?(tx: EntityManager): Promise<void>;
}

/** A step of a longer task has ended; the next job runs the next one, not before `continueAt`. */
interface TaskContinuation {
  readonly progress: Progress;
  readonly continueAt: Date | null;
}

/** A body that returns 'ended' has ended the task itself. */
export type TaskBody<Kind extends TaskKind> = (
  ctx: TaskContext,
  payload: TaskPayload<Kind>,
) => Promise<TaskSuccess | TaskContinuation | 'ended'>;

/** A task waits for the provider's rate limit at most this long, counted from its creation. */
const maxRateLimitWaitMs = hourMs;

/**
 * A task older than this is not retried. With the limit of its last attempt, adding a stock then ends within the minute
 * that the add form waits.
 */
const retryWindowMs = 20_000;

function isRateLimited(error: unknown): error is MarketDataError {
  return error instanceof MarketDataError && error.kind === 'rate_limited';
}

/** A provider error with a `retryAt` is not retryable: an earlier attempt would fail too. */
function isRetryable(error: unknown): boolean {
  if (error instanceof MarketDataError) return !error.isPermanent && error.retryAt === null;
  return ['SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'].includes(toAppError(error).code);
}

/**
 * Runs one attempt of a task's job. Ends the task on success, on a permanent failure and on a failure of the last
 * attempt. Throws any other failure, so that Graphile Worker retries the job.
 */
export async function runTask<Kind extends TaskKind>(
  services: Services,
  kind: Kind,
  body: TaskBody<Kind>,
  { payload, attempt, signal }: JobRun,
): Promise<JobOutcome> {
  const { database, clock, log } = services;
  const { taskId } = jobPayload.parse(payload);
  const em = database.fork();
  const task = await taskRepository.find(em, taskId);
  // The user was deleted, or the worker died between ending the task and completing its job.
  if (!task || task.finishedAt) return 'ok';

  const timeLimit = AbortSignal.timeout(attemptLimits[kind].ms);
  try {
    const outcome = await body(
      {
        services,
        em,
        taskId,
        userId: task.user.id,
        signal: AbortSignal.any([signal, timeLimit]),
        report: (progress) => taskRepository.report(database.fork(), taskId, progress, clock()),
      },
      taskKinds[kind].parse(task.payload) as TaskPayload<Kind>,
    );
    if (outcome === 'ended') return 'ok';
    if ('continueAt' in outcome) return await continueLater(services, kind, task, outcome);
    await succeed(services, task, outcome);
    return 'ok';
  } catch (thrown) {
    if (signal.aborted) return requeue(services, kind, task);
    const error = timeLimit.aborted ? timeoutError(thrown, attemptLimits[kind].message) : thrown;
    const ageMs = clock().getTime() - task.createdAt.getTime();
    const latestRetryAt = task.createdAt.getTime() + maxRateLimitWaitMs;
    if (isRateLimited(error) && error.retryAt && error.retryAt.getTime() <= latestRetryAt) {
      await continueLater(services, kind, task, {
        progress: { message: error.message, current: 0, total: 1 },
        continueAt: error.retryAt,
      });
      return 'waiting';
    }
    // While the database is unavailable, the task cannot be ended either.
    const hasTime = ageMs < retryWindowMs || isDatabaseUnavailable(error);
    if (isRetryable(error) && attempt < maxAttempts && hasTime) throw error;
    const { code, message, cause } = toAppError(error);
    if (code === 'INTERNAL_SERVER_ERROR') log.error({ err: cause ?? error, taskId, kind }, 'task failed');
    const failureMessage = error instanceof MarketDataError ? error.message : message;
    await taskRepository.finish(
      database.fork(),
      taskId,
      { status: 'FAILURE', message: failureMessage, result: null },
      clock(),
    );
    return 'failed';
  }
}

async function succeed(
  { database, clock }: Services,
  { id, user }: Task,
  { message, result, store }: TaskSuccess,
): Promise<void> {
  await database.fork().transactional(async (tx) => {
    if (store) {
      await userRepository.lockForUpdate(tx, user.id);
      if (!(await taskRepository.lockIfActive(tx, id))) return;
      await store(tx);
    }
    await taskRepository.finish(tx, id, { status: 'SUCCESS', message, result }, clock());
  });
}

/** Enqueues the task of a stopping worker as a new job: the aborted attempt does not count and has no retry delay. */
async function requeue({ database }: Services, kind: TaskKind, task: Task): Promise<JobOutcome> {
  await enqueueAgain(database.fork(), kind, task);
  return 'handed_back';
}

/** Enqueues the job of a task again, with the task's position among those of its user. */
async function enqueueAgain(
  em: EntityManager,
  kind: TaskKind,
  task: Task,
  job: Pick<JobOptions, 'runAt' | 'jobKey'> = {},
): Promise<void> {
  const position = await taskRepository.countUnfinishedBefore(em, task);
  await enqueueTask(em, { id: task.id, kind, userId: task.user.id }, position, job);
}

/**
 * Stores the progress and enqueues the task's next job. Its key is the task's: if the worker dies before this job is
 * completed, the repeated job and the next one merge instead of multiplying.
 */
async function continueLater(
  { database, clock }: Services,
  kind: TaskKind,
  task: Task,
  { progress, continueAt }: TaskContinuation,
): Promise<JobOutcome> {
  await database.fork().transactional(async (tx) => {
    await taskRepository.report(tx, task.id, progress, clock());
    await enqueueAgain(tx, kind, task, {
      jobKey: `task:${task.id}`,
      ...(continueAt === null ? {} : { runAt: continueAt }),
    });
  });
  return 'ok';
}

const providerLimit = { ms: 30_000, message: providerTimeout };
const runLimit = {
  ms: 120_000,
  message: 'The run took longer than 120 seconds. Choose fewer stocks, a shorter time or fewer combinations',
};

/** Time limits of one attempt, and the message of a task that exceeds it. */
const attemptLimits: Readonly<Record<TaskKind, { readonly ms: number; readonly message: string }>> = {
  'add-stock': providerLimit,
  'import-stocks': providerLimit,
  'import-transactions': {
    ms: 60_000,
    message: 'The import took longer than 60 seconds. Import fewer rows at a time',
  },
  'create-example': {
    ms: 60_000,
    message: 'The prices of the example took longer than 60 seconds. Try again',
  },
  // Two files are read at a time, each for two minutes at most.
  'read-move': { ms: 600_000, message: 'The file took too long to read' },
  'store-move': { ms: 300_000, message: 'Moving in took longer than 5 minutes. Try again' },
  'refresh-stock': providerLimit,
  'fetch-pair': providerLimit,
  'calculate-indicator': providerLimit,
  'calculate-study-set': providerLimit,
  'run-backtest': runLimit,
  'run-sweep': runLimit,
};

/** Fails tasks whose worker died at every attempt: no job is left that could end them. */
export async function failExhaustedTasks({ database, clock, log }: Services): Promise<void> {
  const message = 'The task was given up: the worker died of it at every try';
  const tasks = await taskRepository.failExhausted(database.fork(), message, clock());
  if (tasks.length > 0) log.error({ tasks }, 'failed tasks without attempts left');
}
