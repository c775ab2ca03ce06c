import { CsvError, parse } from 'csv-parse/sync';
import { unescapeFormula } from '../../csv.ts';
import { AppError } from '../../errors.ts';
import { codePoints, nullIfBlank } from '../../primitives.ts';
import { maxNotesLength } from '../../watch-list/schemas.ts';
import { type ParsedEntry, readEntry } from './read-entry.ts';

const delimiters = [',', ';', '\t'];

const columnsOf = (line: string, delimiter: string) =>
  line.split(delimiter).map((name) => name.replaceAll('"', '').trim().toLowerCase());

/** The delimiter of a CSV text whose header line has a column of symbols or ISINs; undefined for other texts. */
export function delimiterOf(text: string): string | undefined {
  const [header = ''] = text.split(/\r?\n/, 1);
  return delimiters.find((delimiter) => {
    const columns = columnsOf(header, delimiter);
    return columns.length > 1 && ['symbol', 'ticker', 'isin'].some((name) => columns.includes(name));
  });
}

function readRecords(text: string, delimiter: string): Record<string, string>[] {
  try {
    return parse<Record<string, string>>(text, {
      delimiter,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new AppError('BAD_REQUEST', `The CSV file cannot be read: ${cause.message}`, { cause });
  }
}

/**
 * Reads a CSV text with a header line: Stockbook's export, Yahoo's portfolio, or any table with a column `symbol`,
 * `ticker` or `isin`. Only Stockbook's has favourites and notes.
 * @throws AppError if the quotes are not closed
 */
export function readTable(text: string, delimiter: string): ParsedEntry[] {
  return readRecords(text, delimiter).flatMap((record): ParsedEntry[] => {
    const isin = unescapeFormula(record.isin ?? '');
    const entry = unescapeFormula(record.symbol || record.ticker || '') || isin;
    if (entry.trim() === '') return [];
    if (record.favourite === undefined) return [readEntry(entry, { isin })];
    const notes = nullIfBlank(unescapeFormula(record.notes ?? ''));
    if (notes !== null && codePoints(notes) > maxNotesLength) {
      const message = `The note has more than ${maxNotesLength.toLocaleString('en-US')} characters`;
      return [{ text: entry, verdict: 'not_recognised', message }];
    }
    const isFavorite = record.favourite.trim().toLowerCase() === 'yes';
    return [readEntry(entry, { isin, preferences: { isFavorite, notes, notifyOnSignals: false } })];
  });
}
