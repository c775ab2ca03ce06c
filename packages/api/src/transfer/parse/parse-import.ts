import { piecesFromThread } from '@stockbook/indicators';
import { AppError, fieldError } from '../../errors.ts';
import { formatBytes } from '../../quotas/quotas.ts';
import { workInTurns } from '../../streaming/event-loop.ts';
import { maxAccountBytes, maxImportBytes, maxImportedStocks } from '../schemas.ts';
import type { AccountPiece } from './account-pieces.ts';
import { assertCount } from './assert-count.ts';
import { collectLists, nameOfSection, type TextRow } from './collect-lists.ts';
import { readAccount } from './read-account.ts';
import {
  maxEntryLength,
  type ParsedEntry,
  type ParsedImport,
  type ParsedItem,
  readEntry,
} from './read-entry.ts';
import { delimiterOf, readTable } from './read-table.ts';
import type { Steps } from './reading.ts';

/** Rows of a table and names of a list, those without a stock included: 2 MiB hold a million empty ones. */
const maxRows = 10_000;

/** Of an account export that is read between other requests: a larger one is read in a thread. */
const maxBytesInTurns = 256 * 1024;

/** The header line of a table of one column, which looks like a symbol. */
const headerLine = /^["']?(?:symbols?|tickers?|isins?)["']?[ \t]*\r?\n/i;

/** Reads symbols and ISINs in any separation. `###` begins a section in TradingView's export, which becomes a list. */
function* readList(text: string): Generator<TextRow> {
  let lists: string[] = [];
  // The name of a section can contain a semicolon.
  for (const [part] of text.replace(headerLine, '').matchAll(/ *###[^,\r\n]*|[^,;\t\r\n]+/g)) {
    if (part.trimStart().startsWith('###')) {
      const name = nameOfSection(part);
      lists = name === '' ? [] : [name];
      yield { entry: null, lists };
    } else {
      for (const [name] of part.matchAll(/\S+/g)) {
        const entry = name.slice(0, maxEntryLength).replaceAll(/^["']+|["']+$/g, '');
        yield { entry: entry === '' ? null : readEntry(entry), lists };
      }
    }
  }
}

/** Reads a list or a table, and stops at the first entry or row that is too much. */
async function readEntries(text: string): Promise<ParsedImport> {
  const pause = workInTurns();
  const delimiter = delimiterOf(text);
  const rows = delimiter === undefined ? readList(text) : readTable(text, delimiter);
  const entries: ParsedEntry[] = [];
  const lists = collectLists();
  let rowCount = 0;
  for (const row of rows) {
    rowCount += 1;
    assertCount(rowCount, maxRows, 'rows');
    if (row.entry !== null) entries.push(row.entry);
    lists.add(row);
    assertCount(entries.length, maxImportedStocks, 'stocks');
    await pause();
  }
  return { entries, items: entries.length === 0 ? [] : lists.items() };
}

const module = new URL('./account-pieces.ts', import.meta.url).href;

/** Reads a large account export in a calculation thread, which takes seconds. @throws AppError BAD_REQUEST */
async function readInThread(text: string, userId: string): Promise<ParsedImport> {
  const entries: ParsedEntry[] = [];
  const items: ParsedItem[] = [];
  for await (const piece of piecesFromThread<AccountPiece>(module, text, `${userId} import`)) {
    if ('error' in piece) {
      const { code, message, details } = piece.error;
      throw new AppError(code, message, details === undefined ? {} : { details });
    }
    entries.push(...piece.entries);
    items.push(...piece.items);
  }
  return { entries, items };
}

/** Runs steps in turns with other requests. */
async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const pause = workInTurns();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
}

/**
 * Reads the entries of a pasted text or a file. Stops where it has too many, and lets the event loop run meanwhile.
 * @param userId whose turn a large account export takes in the calculation threads
 * @throws AppError BAD_REQUEST if the text has no entry or too many, or is a damaged file, PAYLOAD_TOO_LARGE
 */
export async function parseImport(text: string, userId: string): Promise<ParsedImport> {
  const content = text.replace(/^\uFEFF/, '').trimStart();
  const isAccount = /^[{[]/.test(content);
  const bytes = Buffer.byteLength(text);
  const maximum = isAccount ? maxAccountBytes : maxImportBytes;
  if (bytes > maximum) {
    const hint = isAccount ? '. Move the prices of own instruments by Download all (CSV)' : '';
    throw new AppError('PAYLOAD_TOO_LARGE', `The text is larger than ${formatBytes(maximum)}${hint}`);
  }
  const parsed = !isAccount
    ? await readEntries(content)
    : bytes > maxBytesInTurns
      ? await readInThread(content, userId)
      : await runInTurns(readAccount(content));
  if (parsed.entries.length + parsed.items.length === 0) {
    throw fieldError('text', 'The text contains no stocks');
  }
  return parsed;
}
