import { answerInThread } from '@stockbook/indicators';
import { fieldError } from '#src/errors.ts';
import type { JudgedBars } from '../judge-bars.ts';

/** The bars of a request as text: a JSON list, or a table. */
export interface ReadRequest {
  readonly kind: 'json' | 'csv';
  readonly text: string;
  readonly nowMs: number;
  readonly maxRows: number;
  /** Parsing millions of values would take the memory of the thread. */
  readonly maxValues: number;
}

/** The answer to a text that cannot be read is a sentence: an error loses its class on the way. */
export type ReadAnswer = { readonly judged: JudgedBars } | { readonly problem: string };

const module = new URL('./read-answer.ts', import.meta.url).href;

/**
 * Reads and judges bars in a calculation thread.
 * @param turn the user
 * @throws AppError BAD_REQUEST if the text cannot be read, the signal's reason
 */
export async function readInThread(
  request: ReadRequest,
  turn: string,
  signal: AbortSignal,
): Promise<JudgedBars> {
  const answer = await answerInThread<ReadAnswer>(module, request, turn, { signal });
  if ('judged' in answer) return answer.judged;
  throw fieldError(request.kind === 'csv' ? 'csv' : 'bars', answer.problem);
}
