import { Worker } from 'node:worker_threads';
import type { IndicatorResult } from '../calculate.ts';
import { IndicatorError, type IndicatorErrorCode } from '../indicator-error.ts';
import type { OhlcvColumns } from '../series.ts';
import { TurnQueue } from './turn-queue.ts';

/** A request to a thread, which has one at a time. */
export interface ThreadRequest {
  readonly name: string;
  readonly bars: OhlcvColumns;
  readonly parameters: Readonly<Record<string, unknown>> | null | undefined;
}

export type ThreadAnswer = { readonly result: IndicatorResult } | { readonly error: ThreadFailure };

interface ThreadFailure {
  readonly code: IndicatorErrorCode;
  readonly message: string;
  readonly parameter: string | null;
}

interface Calculation {
  readonly turn: string;
  readonly request: ThreadRequest;
  resolve(result: IndicatorResult): void;
  reject(error: unknown): void;
}

/**
 * A slow calculation occupies one thread, and the queue gives each user at most one: a second thread serves the others.
 * A thread takes about 10 MB.
 */
const maxThreads = 2;

/** Each started thread with its calculation; null while it is idle. */
const threads = new Map<Worker, Calculation | null>();
const waiting = new TurnQueue<Calculation>();

/**
 * `calculate` in a worker thread, which keeps this thread's event loop free.
 * @param turn the user: each has one calculation at a time, and users take turns
 * @throws IndicatorError as `calculate` does
 */
export function calculateInThread(
  name: string,
  bars: OhlcvColumns,
  parameters?: Readonly<Record<string, unknown>> | null,
  turn = '',
): Promise<IndicatorResult> {
  const request: ThreadRequest = { name, bars, parameters };
  return new Promise((resolve, reject) => {
    waiting.add(turn, { turn, request, resolve, reject });
    sendNext();
  });
}

/** Sends the next calculation to an idle or new thread. */
function sendNext(): void {
  const idle = [...threads].find(([, calculation]) => calculation === null)?.[0];
  if (!idle && threads.size === maxThreads) return;
  const calculation = waiting.next();
  if (!calculation) return;
  const thread = idle ?? startThread();
  threads.set(thread, calculation);
  // The process must not end during a calculation.
  thread.ref();
  thread.postMessage(calculation.request);
}

function startThread(): Worker {
  const thread = new Worker(new URL('./calculation-thread.ts', import.meta.url));
  thread.on('message', (answer: ThreadAnswer) => {
    const ended = threads.get(thread);
    threads.set(thread, null);
    thread.unref();
    finishTurn(ended);
    if ('result' in answer) ended?.resolve(answer.result);
    else ended?.reject(toError(answer.error));
  });
  thread.on('error', (error) => {
    const failed = threads.get(thread);
    threads.delete(thread);
    finishTurn(failed);
    failed?.reject(error);
  });
  return thread;
}

function finishTurn(calculation: Calculation | null | undefined): void {
  if (calculation) waiting.finish(calculation.turn);
  sendNext();
}

function toError({ code, message, parameter }: ThreadFailure): IndicatorError {
  return new IndicatorError(code, message, parameter);
}
