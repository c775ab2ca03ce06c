import { Worker } from 'node:worker_threads';
import { TurnQueue } from './turn-queue.ts';

/** What a thread receives, one at a time. */
export interface ThreadRequest {
  /** URL of the module whose function `answer` answers the request. */
  readonly module: string;
  readonly request: unknown;
}

interface Waiting {
  readonly turn: string;
  readonly message: ThreadRequest;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * A slow calculation occupies one thread, and the queue gives each user at most one: a second thread serves the others.
 * A thread takes about 10 MB.
 */
const maxThreads = 2;

/** Each started thread with its request; null while it is idle. */
const threads = new Map<Worker, Waiting | null>();
const waiting = new TurnQueue<Waiting>();

/**
 * Calls the function `answer` of a module in a worker thread, which keeps this thread's event loop free.
 * @param request and the answer are copied between the threads
 * @param turn the user: each has one calculation at a time, and users take turns
 * @throws what `answer` throws, without its class; then the thread is replaced
 */
export function answerInThread<Answer>(module: string, request: unknown, turn: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const message = { module, request };
    waiting.add(turn, { turn, message, resolve: (answer) => resolve(answer as Answer), reject });
    sendNext();
  });
}

/** Sends the next request to an idle or new thread. */
function sendNext(): void {
  const idle = [...threads].find(([, current]) => current === null)?.[0];
  if (!idle && threads.size === maxThreads) return;
  const next = waiting.next();
  if (!next) return;
  const thread = idle ?? startThread();
  threads.set(thread, next);
  // The process must not end during a calculation.
  thread.ref();
  thread.postMessage(next.message);
}

function startThread(): Worker {
  const thread = new Worker(new URL('./worker-thread.ts', import.meta.url));
  thread.on('message', (answer: unknown) => {
    const ended = threads.get(thread);
    threads.set(thread, null);
    thread.unref();
    finishTurn(ended);
    ended?.resolve(answer);
  });
  thread.on('error', (error) => {
    const failed = threads.get(thread);
    threads.delete(thread);
    finishTurn(failed);
    failed?.reject(error);
  });
  return thread;
}

function finishTurn(ended: Waiting | null | undefined): void {
  if (ended) waiting.finish(ended.turn);
  sendNext();
}
