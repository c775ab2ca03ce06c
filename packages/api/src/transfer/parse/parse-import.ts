import { fieldError } from '../../errors.ts';
import { assertStockCount } from './assert-count.ts';
import { readAccount } from './read-account.ts';
import { type ParsedEntry, type ParsedImport, readEntry } from './read-entry.ts';
import { delimiterOf, readTable } from './read-table.ts';

/** The header line of a table of one column, which looks like a symbol. */
const headerLine = /^["']?(?:symbols?|tickers?|isins?)["']?[ \t]*\r?\n/i;

/** Reads symbols and ISINs in any separation. `###` begins the name of a section in TradingView's export. */
function readList(text: string): ParsedEntry[] {
  return text
    .replace(headerLine, '')
    .split(/[,;\t\r\n]+/)
    .filter((part) => !part.trim().startsWith('###'))
    .flatMap((part) => part.split(/\s+/))
    .map((entry) => entry.replaceAll(/^["']+|["']+$/g, ''))
    .filter(Boolean)
    .map((entry) => readEntry(entry));
}

function readText(text: string): ParsedImport {
  if (/^\s*[{[]/.test(text)) return readAccount(text);
  const delimiter = delimiterOf(text);
  const entries = delimiter === undefined ? readList(text) : readTable(text, delimiter);
  return { entries, items: [] };
}

/**
 * Reads the entries of a pasted text or a file.
 * @throws AppError BAD_REQUEST if the text has no entry or too many, or is a damaged file
 */
export function parseImport(text: string): ParsedImport {
  const parsed = readText(text.replace(/^\uFEFF/, '').trimStart());
  const { entries, items } = parsed;
  if (entries.length + items.length === 0) throw fieldError('text', 'The text contains no stocks');
  assertStockCount(entries.length);
  return parsed;
}
