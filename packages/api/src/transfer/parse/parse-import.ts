import { fieldError } from '../../errors.ts';
import { workInTurns } from '../../streaming/event-loop.ts';
import { maxImportedStocks } from '../schemas.ts';
import { assertCount } from './assert-count.ts';
import { readAccount } from './read-account.ts';
import { maxEntryLength, type ParsedEntry, type ParsedImport, readEntry } from './read-entry.ts';
import { delimiterOf, readTable } from './read-table.ts';

/** Rows of a table and names of a list, those without a stock included: 2 MiB hold a million empty ones. */
const maxRows = 10_000;

/** The header line of a table of one column, which looks like a symbol. */
const headerLine = /^["']?(?:symbols?|tickers?|isins?)["']?[ \t]*\r?\n/i;

/** Reads symbols and ISINs in any separation. `###` begins the name of a section in TradingView's export. */
function* readList(text: string): Generator<ParsedEntry | null> {
  for (const [part] of text.replace(headerLine, '').matchAll(/[^,;\t\r\n]+/g)) {
    if (part.trimStart().startsWith('###')) yield null;
    else {
      for (const [name] of part.matchAll(/\S+/g)) {
        const entry = name.slice(0, maxEntryLength).replaceAll(/^["']+|["']+$/g, '');
        yield entry === '' ? null : readEntry(entry);
      }
    }
  }
}

/** Reads a list or a table, and stops at the first entry or row that is too much. */
async function readEntries(text: string): Promise<ParsedEntry[]> {
  const pause = workInTurns();
  const delimiter = delimiterOf(text);
  const rows = delimiter === undefined ? readList(text) : readTable(text, delimiter);
  const entries: ParsedEntry[] = [];
  let rowCount = 0;
  for (const entry of rows) {
    rowCount += 1;
    assertCount(rowCount, maxRows, 'rows');
    if (entry !== null) entries.push(entry);
    assertCount(entries.length, maxImportedStocks, 'stocks');
    await pause();
  }
  return entries;
}

/**
 * Reads the entries of a pasted text or a file. Stops where it has too many, and lets the event loop run meanwhile.
 * @throws AppError BAD_REQUEST if the text has no entry or too many, or is a damaged file
 */
export async function parseImport(text: string): Promise<ParsedImport> {
  const content = text.replace(/^\uFEFF/, '').trimStart();
  const parsed = /^[{[]/.test(content)
    ? await readAccount(content)
    : { entries: await readEntries(content), items: [] };
  if (parsed.entries.length + parsed.items.length === 0) {
    throw fieldError('text', 'The text contains no stocks');
  }
  return parsed;
}
