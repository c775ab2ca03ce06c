import { Worker } from 'node:worker_threads';
import type { IndicatorResult } from './calculate.ts';
import { IndicatorError, type IndicatorErrorCode } from './indicator-error.ts';
import type { OhlcvColumns } from './series.ts';

/** What the thread is asked, and what it answers, in any order. */
export interface ThreadRequest {
  readonly id: number;
  readonly name: string;
  readonly bars: OhlcvColumns;
  readonly parameters: Readonly<Record<string, unknown>> | null | undefined;
}

export type ThreadAnswer =
  | { readonly id: number; readonly result: IndicatorResult }
  | { readonly id: number; readonly error: ThreadFailure };

interface ThreadFailure {
  readonly code: IndicatorErrorCode;
  readonly message: string;
  readonly parameter: string | null;
}

interface Waiting {
  resolve(result: IndicatorResult): void;
  reject(error: unknown): void;
}

/** tulind can be loaded by one thread of a process: there is one for the whole process, from the first call on. */
let thread: Worker | undefined;
const waiting = new Map<number, Waiting>();
let lastId = 0;

/**
 * `calculate`, in a thread of its own: however long it takes, this thread goes on with its requests.
 * @throws IndicatorError as `calculate` does
 */
export function calculateInThread(
  name: string,
  bars: OhlcvColumns,
  parameters?: Readonly<Record<string, unknown>> | null,
): Promise<IndicatorResult> {
  thread ??= startThread();
  const id = ++lastId;
  const request: ThreadRequest = { id, name, bars, parameters };
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // A process that has something to wait for does not end meanwhile.
    thread?.ref();
    thread?.postMessage(request);
  });
}

function startThread(): Worker {
  const started = new Worker(new URL('./calculation-thread.ts', import.meta.url));
  started.on('message', (answer: ThreadAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) started.unref();
    if ('result' in answer) asked?.resolve(answer.result);
    else asked?.reject(toError(answer.error));
  });
  started.on('error', (error) => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return started;
}

function toError({ code, message, parameter }: ThreadFailure): IndicatorError {
  return new IndicatorError(code, message, parameter);
}
