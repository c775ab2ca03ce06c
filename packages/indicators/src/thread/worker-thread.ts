import { parentPort } from 'node:worker_threads';
import type { ThreadRequest } from './thread-pool.ts';

/** A thread of `answerInThread`: answers one request after the other. */
parentPort?.on('message', async ({ module, request }: ThreadRequest) => {
  // Loaded once: later imports return the same module.
  const { answer }: { answer: (request: unknown) => unknown } = await import(module);
  parentPort?.postMessage(answer(request));
});
