import { unescapeFormula } from '../../csv.ts';
import { CsvError, readRows } from '../../csv-rows.ts';
import { AppError, fieldError } from '../../errors.ts';
import { codePoints, nullIfBlank } from '../../primitives.ts';
import { maxNotesLength } from '../../watch-list/schemas.ts';
import { maxImportedLists } from '../schemas.ts';
import { namesOfCell, type TextRow } from './collect-lists.ts';
import { readEntry, shownText } from './read-entry.ts';

const delimiters = [',', ';', '\t'];

/** Tables of stocks have far fewer. */
const maxColumns = 100;

/** Characters of a table's first line. */
const maxHeaderLength = 4_096;

const nameOf = (column: string) => column.replaceAll('"', '').trim().toLowerCase();

/**
 * The delimiter of a CSV text whose header line has a column of symbols or ISINs; undefined for other texts.
 * @throws AppError BAD_REQUEST if such a header is too long
 */
export function delimiterOf(text: string): string | undefined {
  const [header = ''] = text.slice(0, maxHeaderLength + 1).split(/\r?\n/, 1);
  return delimiters.find((delimiter) => {
    const columns = header.split(delimiter, maxColumns + 1).map(nameOf);
    if (columns.length < 2) return false;
    if (!['symbol', 'ticker', 'isin'].some((name) => columns.includes(name))) return false;
    if (columns.length <= maxColumns && header.length <= maxHeaderLength) return true;
    const longest = `${maxColumns} columns or ${maxHeaderLength.toLocaleString('en-US')} characters`;
    throw fieldError(
      'text',
      `The first line has more than ${longest}. Leave out columns that are not needed`,
    );
  });
}

/**
 * Reads a CSV text with a header line: Stockbook's export, Yahoo's portfolio, or any table with a column `symbol`,
 * `ticker` or `isin`. Only Stockbook's has favourites, notes and lists.
 * @throws AppError BAD_REQUEST if a quote is not closed or a row has too many cells
 */
export function* readTable(text: string, delimiter: string): Generator<TextRow> {
  let columns: ReadonlyMap<string, number> | undefined;
  try {
    for (const { cells } of readRows(text, delimiter, maxColumns)) {
      if (columns) yield readRow(cells, columns);
      else columns = new Map(cells.map((name, index) => [nameOf(name), index]));
    }
  } catch (error) {
    throw error instanceof CsvError ? new AppError('BAD_REQUEST', error.message) : error;
  }
}

function readRow(row: readonly string[], columns: ReadonlyMap<string, number>): TextRow {
  const cell = (name: string) => row[columns.get(name) ?? -1] ?? '';
  const isin = unescapeFormula(cell('isin'));
  const entry = unescapeFormula(cell('symbol') || cell('ticker')) || isin;
  if (entry.trim() === '') return { entry: null, lists: [] };
  if (!columns.has('favourite')) return { entry: readEntry(entry, { isin }), lists: [] };
  const notes = nullIfBlank(unescapeFormula(cell('notes')));
  if (notes !== null && (notes.length > 2 * maxNotesLength || codePoints(notes) > maxNotesLength)) {
    const message = `The note has more than ${maxNotesLength.toLocaleString('en-US')} characters`;
    return rejectRow(entry, message);
  }
  const lists = namesOfCell(unescapeFormula(cell('lists')));
  if (lists.length > maxImportedLists) {
    return rejectRow(entry, `The stock is on more than ${maxImportedLists} lists`);
  }
  const isFavorite = cell('favourite').trim().toLowerCase() === 'yes';
  const preferences = { isFavorite, notes, notifyOnSignals: false, drawings: [] };
  return { entry: readEntry(entry, { isin, preferences }), lists };
}

function rejectRow(entry: string, message: string): TextRow {
  return { entry: { text: shownText(entry), verdict: 'not_recognised', message }, lists: [] };
}
