import { Worker } from 'node:worker_threads';
import { FairQueue } from '@stockbook/common/fair-queue';

/**
 * A calculation in steps. Each step is passed the processor time that the calculation has used so far, in milliseconds;
 * between two steps it may wait until other users have had their turns.
 */
export type Steps<Answer> = Iterator<undefined, Answer, number>;

interface Beginning {
  /** URL of the module whose function `answer` returns the calculation's `Steps`. */
  readonly module: string;
  readonly request: unknown;
}

/** Tells a thread to begin or to continue a calculation. */
export interface Turn {
  readonly id: number;
  /** Null to continue. */
  readonly beginning: Beginning | null;
}

/** The message of a thread at the end of a turn. */
export interface TurnEnd {
  readonly isDone: boolean;
  /** Undefined unless `isDone`. */
  readonly answer: unknown;
}

interface Calculation {
  readonly id: number;
  readonly user: string;
  readonly weight: number;
  readonly beginning: Beginning;
  /** The thread that has begun it, which alone can continue it. */
  thread: Worker | null;
  /** Whether it has a turn now. */
  isRunning: boolean;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** Turns are short, so a third thread would shorten no wait on two cores. A thread takes about 10 MB. */
const maxThreads = 2;

/** Each started thread with its turn and when that began, by `performance.now()`; null while it is idle. */
const threads = new Map<Worker, { readonly calculation: Calculation; readonly beganAt: number } | null>();
/** By user. A calculation stays until it is done. */
const queue = new FairQueue<Calculation>();
let lastId = 0;

/**
 * Calculates in a worker thread, which keeps this thread's event loop free.
 * @param module URL of a module whose function `answer` returns `Steps`
 * @param request and the answer are copied between the threads
 * @param turn the user: each has one calculation at a time, and users take turns
 * @param weight what a millisecond counts when turns are given: users with less come first
 * @throws what a step throws, without its class; then the thread is replaced
 */
export function answerInThread<Answer>(
  module: string,
  request: unknown,
  turn: string,
  weight = 1,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    lastId += 1;
    queue.add(turn, {
      id: lastId,
      user: turn,
      weight,
      beginning: { module, request },
      thread: null,
      isRunning: false,
      resolve: (answer) => resolve(answer as Answer),
      reject,
    });
    beginTurns();
  });
}

/** Gives the next turns to idle threads and to a new one. */
function beginTurns(): void {
  for (const [thread, current] of threads) {
    if (current === null) beginTurn(thread);
  }
  if (threads.size < maxThreads) beginTurn(null);
}

/** @param idle null for a new thread, which is started if a calculation can begin */
function beginTurn(idle: Worker | null): void {
  // A calculation whose thread has failed begins again.
  const { item: calculation } =
    queue.next(
      ({ thread, isRunning }) => !isRunning && (!thread || thread === idle || !threads.has(thread)),
    ) ?? {};
  if (!calculation) return;
  calculation.isRunning = true;
  const thread = idle ?? startThread();
  const { id, beginning } = calculation;
  const turn: Turn = { id, beginning: calculation.thread === thread ? null : beginning };
  calculation.thread = thread;
  threads.set(thread, { calculation, beganAt: performance.now() });
  // The process must not end during a calculation.
  thread.ref();
  thread.postMessage(turn);
}

function startThread(): Worker {
  const thread = new Worker(new URL('./worker-thread.ts', import.meta.url));
  thread.on('message', ({ isDone, answer }: TurnEnd) => {
    const ended = threads.get(thread);
    threads.set(thread, null);
    thread.unref();
    if (!ended) return;
    endTurn(ended, isDone);
    if (isDone) ended.calculation.resolve(answer);
  });
  thread.on('error', (error) => {
    const failed = threads.get(thread);
    threads.delete(thread);
    if (!failed) return;
    endTurn(failed, true);
    failed.calculation.reject(error);
  });
  return thread;
}

function endTurn(
  { calculation, beganAt }: { readonly calculation: Calculation; readonly beganAt: number },
  isDone: boolean,
): void {
  const { user, weight } = calculation;
  calculation.isRunning = false;
  queue.charge(user, weight * (performance.now() - beganAt));
  if (isDone) queue.remove(user, calculation);
  beginTurns();
}
