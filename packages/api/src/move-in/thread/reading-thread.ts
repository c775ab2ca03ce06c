import { parentPort } from 'node:worker_threads';
import type { NeutralBook } from '../form.ts';
import { MoveInError } from '../move-in-error.ts';
import { readFiles } from '../read/read-files.ts';
import type { ReadingAnswer, ReadingRequest } from './read-in-thread.ts';

/** The thread of `readInThread`: reads the files of one move. */
parentPort?.once('message', async ({ files, options }: ReadingRequest) => {
  const answer = await read(files, options);
  parentPort?.postMessage(answer, 'book' in answer ? buffersOf(answer.book) : []);
});

async function read(
  files: ReadingRequest['files'],
  options: ReadingRequest['options'],
): Promise<ReadingAnswer> {
  try {
    return { book: await readFiles(files, options) };
  } catch (error) {
    if (!(error instanceof MoveInError)) throw error;
    const { message, field, isTooLarge } = error;
    return { problem: { message, field, isTooLarge } };
  }
}

/** The closes are moved, not copied. */
function buffersOf({ securities }: NeutralBook): ArrayBuffer[] {
  const buffers = securities.flatMap(({ prices: { days, closes } }) => [days.buffer, closes.buffer]);
  return [...new Set(buffers.filter((buffer) => buffer instanceof ArrayBuffer))];
}
