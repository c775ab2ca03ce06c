import { type EntityManager, isDatabaseUnavailable, type Task, taskRepository } from '@stockbook/db';
import { MarketDataError } from '@stockbook/market-data';
import type { JobOutcome, Services } from '../context.ts';
import { timeoutError, toAppError } from '../errors.ts';
import { enqueueTask } from './enqueue-task.ts';
import { jobPayload, maxAttempts, type TaskKind, type TaskPayload, taskKinds } from './kinds.ts';

/** How Graphile Worker runs a job, as far as a task needs to know. */
export interface JobRun {
  readonly payload: unknown;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Aborted when the worker is to stop. */
  readonly signal: AbortSignal;
}

/** What the body of a task works with. */
export interface TaskContext extends Services {
  readonly em: EntityManager;
  readonly taskId: string;
  readonly userId: string;
  readonly signal: AbortSignal;
  /** Tells the user how far the task is. Several at once would overwrite each other: await each. */
  report(progress: { message: string; current: number; total: number }): Promise<void>;
}

export interface TaskSuccess {
  readonly message: string;
  readonly result: Record<string, unknown>;
}

export type TaskBody<Kind extends TaskKind> = (
  ctx: TaskContext,
  payload: TaskPayload<Kind>,
) => Promise<TaskSuccess>;

/** A task that waits for a provider's rate limit to pass waits no longer than this. */
const maxWaitMs = 60 * 60 * 1000;

/** One try may take so long. */
const tryLimitMs = 30 * 1000;

/** A try is followed by another only so soon after the task was asked for: with the limit of a try, a task has
 * ended within the minute that the add form waits. */
const retryWindowMs = 20 * 1000;

function isRateLimited(error: unknown): error is MarketDataError {
  return error instanceof MarketDataError && error.kind === 'rate_limited';
}

/** A provider that is left alone until some time would refuse the next try, too. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof MarketDataError) return !error.isPermanent && error.retryAt === null;
  return ['SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'].includes(toAppError(error).code);
}

/**
 * Runs one try of a task's job. The task ends once, with a sentence: in success, in a failure that will not
 * mend, or in the failure of its last try. Any other failure is thrown, so that the job is tried again.
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
  // Its user is gone, or an earlier try ended it and died before the job was crossed off.
  if (!task || task.finishedAt) return 'ok';

  const timeLimit = AbortSignal.timeout(tryLimitMs);
  try {
    const { message, result } = await body(
      {
        ...services,
        em,
        taskId,
        userId: task.user.id,
        signal: AbortSignal.any([signal, timeLimit]),
        report: (progress) => taskRepository.report(database.fork(), taskId, progress, clock()),
      },
      taskKinds[kind].parse(task.payload) as TaskPayload<Kind>,
    );
    await taskRepository.finish(database.fork(), taskId, { status: 'SUCCESS', message, result }, clock());
    return 'ok';
  } catch (thrown) {
    if (signal.aborted) return handBack(services, kind, task);
    const error = timeLimit.aborted ? timeoutError(thrown) : thrown;
    const ageMs = clock().getTime() - task.createdAt.getTime();
    const waitsAtMostUntil = task.createdAt.getTime() + maxWaitMs;
    if (isRateLimited(error) && error.retryAt && error.retryAt.getTime() <= waitsAtMostUntil) {
      return waitUntil(services, kind, task, error, error.retryAt);
    }
    // While the database is away the task cannot be ended anyway.
    const hasTime = ageMs < retryWindowMs || isDatabaseUnavailable(error);
    if (isWorthRetrying(error) && attempt < maxAttempts && hasTime) throw error;
    const { code, message, cause } = toAppError(error);
    if (code === 'INTERNAL_SERVER_ERROR') log.error({ err: cause ?? error, taskId, kind }, 'task failed');
    const sentence = error instanceof MarketDataError ? error.message : message;
    await taskRepository.finish(
      database.fork(),
      taskId,
      { status: 'FAILURE', message: sentence, result: null },
      clock(),
    );
    return 'failed';
  }
}

/**
 * What a worker cannot finish that is told to stop goes to another one, as a new job: a try that was cut short is not
 * counted, nor waited after.
 */
async function handBack({ database }: Services, kind: TaskKind, task: Task): Promise<JobOutcome> {
  await enqueueAgain(database.fork(), kind, task);
  return 'handed_back';
}

/** Enqueues the job of a task at its place among the tasks of its user. */
async function enqueueAgain(em: EntityManager, kind: TaskKind, task: Task, runAt?: Date): Promise<void> {
  const position = await taskRepository.countUnfinishedBefore(em, task);
  await enqueueTask(em, { id: task.id, kind, userId: task.user.id }, position, runAt);
}

/** Lets a task wait, visibly, until the provider lets calls through again. */
async function waitUntil(
  { database, clock }: Services,
  kind: TaskKind,
  task: Task,
  { message }: MarketDataError,
  runAt: Date,
): Promise<JobOutcome> {
  await database.fork().transactional(async (tx) => {
    await taskRepository.report(tx, task.id, { message, current: 0, total: 1 }, clock());
    await enqueueAgain(tx, kind, task, runAt);
  });
  return 'waiting';
}
