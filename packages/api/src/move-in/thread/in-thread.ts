import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { MoveInError } from '../move-in-error.ts';
import type { CalculationName, Options, Result, ThreadAnswer, ThreadRequest } from './requests.ts';

/** Memory of a thread for its objects. Files and closes are beside it, and have limits of their own. */
const maxHeapMiB = 512;

const timeoutMs = 120_000;

const tookTooLong = 'The file took too long to read';

/**
 * Threads at a time: others wait. Two take what two cores and a small server have. Calculations of a plan do not wait
 * for the reading of other files, and nothing waits long in a transaction.
 */
const turns = { read: pLimit(2), plan: pLimit(2), recheck: pLimit(2) };

/**
 * Does a step of a move in a worker thread of its own, which is ended if it takes too much time or memory.
 * @param transfer memory of the options that the thread takes over
 * @throws MoveInError, the signal's reason
 */
export function calculateMove<Name extends CalculationName>(
  name: Name,
  options: Options<Name>,
  signal: AbortSignal,
  transfer: readonly ArrayBuffer[] = [],
): Promise<Result<Name>> {
  const inTurn = name === 'read' ? turns.read : name === 'recheck' ? turns.recheck : turns.plan;
  return inTurn(async (): Promise<Result<Name>> => {
    signal.throwIfAborted();
    const answer = await answerOfThread<Name>({ name, options }, signal, transfer);
    if ('result' in answer) return answer.result;
    const { message, ...problem } = answer.problem;
    throw new MoveInError(message, problem);
  });
}

async function answerOfThread<Name extends CalculationName>(
  request: ThreadRequest<Name>,
  signal: AbortSignal,
  transfer: readonly ArrayBuffer[],
): Promise<ThreadAnswer<Result<Name>>> {
  const thread = new Worker(new URL('./move-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await new Promise<ThreadAnswer<Result<Name>>>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', (error) => reject(isOutOfMemory(error) ? new MoveInError(tookTooLong) : error));
      timeout.addEventListener('abort', () => reject(new MoveInError(tookTooLong)), { once: true });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      thread.postMessage(request, transfer);
    });
  } finally {
    await thread.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
