import { Worker } from 'node:worker_threads';
import type { IndicatorResult } from '../calculate.ts';
import { IndicatorError, type IndicatorErrorCode } from '../indicator-error.ts';
import type { OhlcvColumns } from '../series.ts';
import { TurnQueue } from './turn-queue.ts';

/** What the thread is asked, one request at a time. */
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
  readonly request: ThreadRequest;
  resolve(result: IndicatorResult): void;
  reject(error: unknown): void;
}

/** tulind can be loaded by one thread of a process: there is one for the whole process, from the first call on. */
let thread: Worker | undefined;
/** What the thread calculates: one at a time, or those sent first would come before the turn of others. */
let running: Calculation | undefined;
const waiting = new TurnQueue<Calculation>();

/**
 * `calculate`, in a thread of its own: however long it takes, this thread goes on with its requests.
 * @param turn who asks: calculations of different ones take turns
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
    waiting.add(turn, { request, resolve, reject });
    if (!running) sendNext();
  });
}

/** Has the thread calculate what is next, if there is anything. */
function sendNext(): void {
  running = waiting.next();
  if (!running) {
    thread?.unref();
    return;
  }
  thread ??= startThread();
  // A process that has something to wait for does not end meanwhile.
  thread.ref();
  thread.postMessage(running.request);
}

function startThread(): Worker {
  const started = new Worker(new URL('./calculation-thread.ts', import.meta.url));
  started.on('message', (answer: ThreadAnswer) => {
    const ended = running;
    sendNext();
    if ('result' in answer) ended?.resolve(answer.result);
    else ended?.reject(toError(answer.error));
  });
  started.on('error', (error) => {
    const failed = running;
    thread = undefined;
    sendNext();
    failed?.reject(error);
  });
  return started;
}

function toError({ code, message, parameter }: ThreadFailure): IndicatorError {
  return new IndicatorError(code, message, parameter);
}
