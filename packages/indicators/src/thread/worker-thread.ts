import { parentPort } from 'node:worker_threads';
import { calculate } from '../calculate.ts';
import { IndicatorError } from '../indicator-error.ts';
import type { ThreadAnswer, ThreadRequest } from './calculate-in-thread.ts';

/** A thread of `calculateInThread`: calculates one request after the other. */
parentPort?.on('message', (request: ThreadRequest) => {
  parentPort?.postMessage(answer(request));
});

function answer({ name, bars, parameters }: ThreadRequest): ThreadAnswer {
  try {
    return { result: calculate(name, bars, parameters) };
  } catch (thrown) {
    if (!(thrown instanceof IndicatorError)) throw thrown;
    // An error loses its class on the way between threads.
    const { code, message, parameter } = thrown;
    return { error: { code, message, parameter } };
  }
}
