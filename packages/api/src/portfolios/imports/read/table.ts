import { CsvError, type CsvRow, readRows } from '#src/csv-rows.ts';
import { maxImportColumns } from '../mapping-schema.ts';

/** Rows before the header: titles and notes of the broker. */
const maxPreambleRows = 40;

const delimiters = [',', ';', '\t'];

/** A row of a table, or an entry of a JSON file. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly raw: string;
}

/** A table with its header. */
export interface Table {
  readonly header: readonly string[];
  /** The rows after the header, one after the other. */
  readonly rows: Iterable<TableRow>;
}

/** A file that cannot be read as a whole. The message is for the user. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** The name of a column as headers are compared: without marks that a spreadsheet or a byte order adds. */
export const normalName = (name: string): string =>
  name
    .replace(/^\uFEFF/, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

function firstRows(text: string, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = [];
  try {
    for (const row of readRows(text, delimiter, maxImportColumns)) {
      rows.push(row);
      if (rows.length === maxPreambleRows) break;
    }
  } catch (error) {
    // With another delimiter, the text may be readable.
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}

interface Candidate {
  readonly delimiter: string;
  readonly row: CsvRow;
  /** How many of the first rows have as many cells. */
  readonly similar: number;
}

const filledCells = ({ cells }: CsvRow) => cells.filter((cell) => cell.trim() !== '').length;

/** Whether a cell is a name rather than a value. */
const isName = (cell: string) => cell.trim() === '' || !/^[\s\d.,:+-]*$/.test(cell);

function candidatesOf(text: string): Candidate[] {
  return delimiters.flatMap((delimiter) => {
    const rows = firstRows(text, delimiter);
    return rows
      .filter((row) => filledCells(row) >= 2)
      .map((row) => ({
        delimiter,
        row,
        similar: rows.filter(({ cells }) => cells.length === row.cells.length).length,
      }));
  });
}

/**
 * Finds the header of a CSV text after what a broker may have written above it.
 * @param isKnown whether a header is that of a known format
 * @throws FileError if the text has no table
 */
export function findTable(text: string, isKnown: (header: readonly string[]) => boolean): Table {
  const candidates = candidatesOf(text);
  const found =
    candidates.find(({ row }) => isKnown(row.cells.map(normalName))) ??
    candidates
      .filter(({ row }) => row.cells.every(isName))
      .toSorted((a, b) => b.similar * b.row.cells.length - a.similar * a.row.cells.length)[0];
  if (!found) {
    throw new FileError(
      'This is no table of transactions: a CSV file needs a line with the names of its columns',
    );
  }
  const { delimiter, row } = found;
  return {
    header: row.cells.map((name) => name.replace(/^\uFEFF/, '').trim()),
    rows: rowsAfter(text, delimiter, row.end),
  };
}

function* rowsAfter(text: string, delimiter: string, start: number): Generator<TableRow> {
  try {
    for (const row of readRows(text, delimiter, maxImportColumns)) {
      if (row.start < start) continue;
      if (row.cells.some((cell) => cell.trim() !== '')) {
        yield { line: row.line, cells: row.cells, raw: text.slice(row.start, row.end) };
      }
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileError(error.message) : error;
  }
}
