import { CsvError, type CsvRow, readRows } from '#src/csv-rows.ts';
import { endsTooEarly } from '../move-in-error.ts';
import { decodeText } from './json.ts';

/** Rows above a header, and columns of a table. */
const [maxPreambleRows, maxColumns] = [20, 60];

export interface CsvRecord {
  readonly line: number;
  /** The cell below a name of the header, without blanks around it; empty if the table has no such column. */
  cell(name: string): string;
}

export interface CsvTable {
  /** The text above the header. */
  readonly preamble: string;
  readonly header: readonly string[];
  readonly records: readonly CsvRecord[];
}

const nameOf = (cell: string) => cell.replace(/^\uFEFF/, '').trim();

/**
 * Reads a CSV table whose header is known.
 * @returns null if no such header stands near its beginning
 * @throws MoveInError if the table is damaged
 */
export function readCsv(
  bytes: Uint8Array,
  isHeader: (names: readonly string[], preamble: string) => boolean,
): CsvTable | null {
  const text = decodeText(bytes);
  let header: readonly string[] | null = null;
  let preamble = '';
  const rows: CsvRow[] = [];
  try {
    for (const row of readRows(text, ',', maxColumns)) {
      if (header !== null) rows.push(row);
      else if (isHeader(row.cells.map(nameOf), preamble)) header = row.cells.map(nameOf);
      else if (row.line > maxPreambleRows) return null;
      else preamble += `${row.cells.join(',')}\n`;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (header === null) return null;
    throw endsTooEarly();
  }
  if (header === null) return null;
  const columns = new Map(header.map((name, index) => [name, index]));
  const records = rows.map(
    ({ line, cells }): CsvRecord => ({ line, cell: (name) => cells[columns.get(name) ?? -1]?.trim() ?? '' }),
  );
  return { preamble, header, records };
}
