import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { NeutralBook } from '../form.ts';
import { MoveInError } from '../move-in-error.ts';
import type { MoveInFile } from '../read/read-files.ts';
import type { ReadOptions } from '../read/read-options.ts';

export interface ReadingRequest {
  readonly files: readonly MoveInFile[];
  readonly options: ReadOptions;
}

/** An error loses its class between threads. */
export type ReadingAnswer =
  | { readonly book: NeutralBook }
  | { readonly problem: Pick<MoveInError, 'message' | 'field' | 'isTooLarge'> };

/** Memory of a thread for its objects. Files and closes are beside it, and have limits of their own. */
const maxHeapMiB = 512;

const timeoutMs = 120_000;

/** Threads at a time: others wait. Two take what two cores and a small server have. */
const inTurn = pLimit(2);

const tookTooLong = 'The file took too long to read';

/**
 * Reads the files of a move in a worker thread of its own, which is ended if it takes too much time or memory.
 * @param files whose bytes are moved to the thread, and then are empty here
 * @throws MoveInError, the signal's reason
 */
export function readInThread(
  files: readonly MoveInFile[],
  options: ReadOptions,
  signal: AbortSignal,
): Promise<NeutralBook> {
  return inTurn(async () => {
    signal.throwIfAborted();
    const answer = await answerOfThread({ files, options }, signal);
    if ('book' in answer) return answer.book;
    const { message, ...problem } = answer.problem;
    throw new MoveInError(message, problem);
  });
}

async function answerOfThread(request: ReadingRequest, signal: AbortSignal): Promise<ReadingAnswer> {
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await new Promise<ReadingAnswer>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', (error) => reject(isOutOfMemory(error) ? new MoveInError(tookTooLong) : error));
      timeout.addEventListener('abort', () => reject(new MoveInError(tookTooLong)), { once: true });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      // A part of a larger buffer is copied: others use the rest of it.
      const own = request.files.filter(({ bytes }) => bytes.byteLength === bytes.buffer.byteLength);
      const buffers = own.map(({ bytes }) => bytes.buffer);
      thread.postMessage(request, [...new Set(buffers.filter((buffer) => buffer instanceof ArrayBuffer))]);
    });
  } finally {
    await thread.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
