import { z } from 'zod';
import { wordInputErrors } from '../../input-errors.ts';
import { hasMoreParts, tooManyValues } from '../../json-parts.ts';
import { MoveInError } from '../move-in-error.ts';
import { type StartMoveInput, startMoveInput } from '../start-input.ts';

wordInputErrors();

/** Values in a body: parsing millions of them would take the memory of the thread. */
const maxValues = 100;

/**
 * Parses and validates a body that the event loop has left unparsed, with the words of one that it parses.
 * @throws MoveInError
 */
export function parseBody(bytes: Uint8Array): StartMoveInput {
  const { data, error } = startMoveInput.safeParse(parse(decode(bytes)));
  if (data) return data;
  const [issue] = error.issues;
  const field = issue && issue.path.length > 0 ? z.core.toDotPath(issue.path) : null;
  throw new MoveInError(issue?.message ?? 'The request is not valid', { field });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new MoveInError('The body is not valid UTF-8', { field: null });
  }
}

function parse(text: string): unknown {
  if (hasMoreParts(text, maxValues)) throw new MoveInError(tooManyValues(maxValues), { field: null });
  try {
    return JSON.parse(text);
  } catch {
    throw new MoveInError('The input is not valid JSON', { field: null });
  }
}
