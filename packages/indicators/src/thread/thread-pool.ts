import { Worker } from 'node:worker_threads';
import { FairQueue } from '@stockbook/common/fair-queue';

/**
 * A calculation in steps. Each step is passed the processor time that the calculation has used so far, in milliseconds;
 * between two steps it may wait until other users have had their turns. A step may yield a piece of a long answer.
 */
export type Steps<Answer, Piece = undefined> = Iterator<Piece | undefined, Answer, number>;

export interface Beginning {
  /** URL of the module whose function `answer` returns the calculation's `Steps`. */
  readonly module: string;
  readonly request: unknown;
}

/** Tells a thread to begin, to continue or to drop a calculation. */
export type Turn = { readonly id: number } & (
  | { readonly kind: 'begin'; readonly beginning: Beginning }
  | { readonly kind: 'continue' | 'drop' }
);

/** The message of a thread at the end of a turn. */
export interface TurnEnd {
  readonly isDone: boolean;
  /** The answer if `isDone`; otherwise a piece of it, or undefined. */
  readonly value: unknown;
}

/** Receives what a calculation produces. */
interface Receiver {
  /** Whether the calculation may have a turn: a reader that is slower than the calculation stops it. */
  canReceive(): boolean;
  receive(piece: unknown): void;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

interface Calculation {
  readonly id: number;
  readonly user: string;
  readonly weight: number;
  readonly beginning: Beginning;
  readonly receiver: Receiver;
  /** The thread that has begun it, which alone can continue it. */
  thread: Worker | null;
  /** Whether it has a turn now. */
  isRunning: boolean;
  isDropped: boolean;
  /** Pieces that were received, and pieces that this thread has produced: a thread that fails is replaced. */
  received: number;
  produced: number;
}

export interface TurnOptions {
  /** Factor of a millisecond when turns are given: users with less come first. Default: 1. */
  readonly weight?: number;
  /** Drops the calculation at the end of its turn, or at once if it waits. */
  readonly signal?: AbortSignal | undefined;
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
 * @param request and the answer are copied between the threads; shared buffers are not
 * @param turn the user: each has one calculation at a time, and users take turns
 * @throws what a step throws, without its class; then the thread is replaced. The signal's reason
 */
export function answerInThread<Answer>(
  module: string,
  request: unknown,
  turn: string,
  { weight = 1, signal }: TurnOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      drop(calculation);
      reject(signal?.reason);
    };
    const receiver: Receiver = {
      canReceive: () => true,
      receive() {},
      resolve(answer) {
        signal?.removeEventListener('abort', abort);
        resolve(answer as Answer);
      },
      reject(error) {
        signal?.removeEventListener('abort', abort);
        reject(error);
      },
    };
    signal?.addEventListener('abort', abort, { once: true });
    const calculation = enqueue({ module, request }, turn, weight, receiver);
  });
}

/** While the reader works on one piece, the thread works on the next ones. */
const maxBufferedPieces = 2;

/**
 * Calculates a long answer in a worker thread, piece by piece: those that its steps yield. The thread waits for the
 * reader. Ending the iteration drops the rest.
 * @param turn as for `answerInThread`; while the reader is slow, further calculations of this turn wait
 * @param signal drops the rest too, while the iteration waits for a piece
 * @throws what a step throws, without its class; the signal's reason
 */
export async function* piecesFromThread<Piece>(
  module: string,
  request: unknown,
  turn: string,
  signal?: AbortSignal,
): AsyncGenerator<Piece> {
  signal?.throwIfAborted();
  const pieces: Piece[] = [];
  let end: { readonly error?: unknown } | null = null;
  let wake = () => {};
  const calculation = enqueue({ module, request }, turn, 1, {
    canReceive: () => pieces.length < maxBufferedPieces,
    receive(piece) {
      pieces.push(piece as Piece);
      wake();
    },
    resolve() {
      end = {};
      wake();
    },
    reject(error) {
      end = { error };
      wake();
    },
  });
  // A function: the checks of `end` would otherwise be narrowed to null.
  const ended = () => end;
  const abort = () => {
    end = { error: signal?.reason };
    wake();
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      const piece = pieces.shift();
      if (piece !== undefined) {
        beginTurns();
        yield piece;
      } else if (ended() === null) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else break;
    }
    const { error } = ended() ?? {};
    if (error !== undefined) throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    drop(calculation);
  }
}

function enqueue(beginning: Beginning, user: string, weight: number, receiver: Receiver): Calculation {
  lastId += 1;
  const calculation: Calculation = {
    id: lastId,
    user,
    weight,
    beginning,
    receiver,
    thread: null,
    isRunning: false,
    isDropped: false,
    received: 0,
    produced: 0,
  };
  queue.add(user, calculation);
  beginTurns();
  return calculation;
}

/** Ends a calculation without its answer. Does nothing to one that is done. */
function drop(calculation: Calculation): void {
  calculation.isDropped = true;
  if (calculation.isRunning) return;
  remove(calculation);
  beginTurns();
}

function remove(calculation: Calculation): void {
  const { id, user, thread } = calculation;
  queue.remove(user, calculation);
  if (thread && threads.has(thread)) thread.postMessage({ id, kind: 'drop' } satisfies Turn);
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
      ({ thread, isRunning, receiver }) =>
        !isRunning && receiver.canReceive() && (!thread || thread === idle || !threads.has(thread)),
    ) ?? {};
  if (!calculation) return;
  calculation.isRunning = true;
  const thread = idle ?? startThread();
  const { id, beginning } = calculation;
  const isBegun = calculation.thread === thread;
  if (!isBegun) Object.assign(calculation, { thread, produced: 0 });
  threads.set(thread, { calculation, beganAt: performance.now() });
  // The process must not end during a calculation.
  thread.ref();
  const turn: Turn = isBegun ? { id, kind: 'continue' } : { id, kind: 'begin', beginning };
  thread.postMessage(turn);
}

function startThread(): Worker {
  const thread = new Worker(new URL('./worker-thread.ts', import.meta.url));
  thread.on('message', ({ isDone, value }: TurnEnd) => {
    const ended = threads.get(thread);
    threads.set(thread, null);
    thread.unref();
    if (!ended) return;
    const { calculation } = ended;
    if (!isDone && value !== undefined && !calculation.isDropped) receive(calculation, value);
    endTurn(ended, isDone);
    if (isDone) calculation.receiver.resolve(value);
  });
  thread.on('error', (error) => {
    const failed = threads.get(thread);
    threads.delete(thread);
    if (!failed) return;
    endTurn(failed, true);
    failed.calculation.receiver.reject(error);
  });
  return thread;
}

/** A calculation that began again produces its first pieces again. */
function receive(calculation: Calculation, piece: unknown): void {
  calculation.produced += 1;
  if (calculation.produced <= calculation.received) return;
  calculation.received += 1;
  calculation.receiver.receive(piece);
}

function endTurn(
  { calculation, beganAt }: { readonly calculation: Calculation; readonly beganAt: number },
  isDone: boolean,
): void {
  const { user, weight } = calculation;
  calculation.isRunning = false;
  queue.charge(user, weight * (performance.now() - beganAt));
  if (isDone) queue.remove(user, calculation);
  else if (calculation.isDropped) remove(calculation);
  beginTurns();
}
