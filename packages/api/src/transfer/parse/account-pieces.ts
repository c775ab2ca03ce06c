import { AppError, type ErrorDetails } from '../../errors.ts';
import { wordInputErrors } from '../../input-errors.ts';
import type { ImportKind } from '../schemas.ts';
import { readAccount } from './read-account.ts';
import type { ParsedImport } from './read-entry.ts';

/** A part of what an account export has, or why it cannot be read: a thread passes no classes on. */
export type AccountPiece =
  | ParsedImport
  | { readonly error: Pick<AppError, 'code' | 'message'> & { readonly details?: ErrorDetails } };

/** Copying this many between threads takes a few milliseconds. */
const perPiece = 100;

/** Their lines have hundreds of entries, or the text of thousands of bars: each is the last one of its piece. */
const largeKinds: ReadonlySet<ImportKind> = new Set(['transactions', 'journal', 'instrument'] as const);

// Texts of errors belong to a thread.
wordInputErrors();

/** Runs in a thread: reads an account export, and yields its entries in pieces. */
export function* answer(text: string): Generator<AccountPiece | undefined, null, number> {
  let parsed: ParsedImport;
  try {
    parsed = yield* readAccount(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    yield { error: { code, message, ...(details === undefined ? {} : { details }) } };
    return null;
  }
  const { entries, items } = parsed;
  for (let start = 0; start < entries.length; start += perPiece) {
    yield { entries: entries.slice(start, start + perPiece), items: [] };
  }
  let batch: ParsedImport['items'][number][] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < perPiece && !largeKinds.has(item.kind)) continue;
    yield { entries: [], items: batch };
    batch = [];
  }
  yield { entries: [], items: batch };
  return null;
}
