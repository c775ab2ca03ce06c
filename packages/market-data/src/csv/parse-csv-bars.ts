import { CsvError, parse } from 'csv-parse/sync';
import { isCalendarDate } from '../bars/calendar-date.ts';
import { type CleanedBars, cleanBars, type RawBar } from '../bars/clean-bars.ts';
import { MarketDataError } from '../provider/market-data-error.ts';

const columnNames = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;
type Column = (typeof columnNames)[number];

/** A file with a larger share of invalid lines is rejected as a whole: it is probably in another format. */
const maxInvalidShare = 0.01;

/** A decimal number; `Number` alone would also accept hexadecimal digits, `Infinity` and blanks. */
const decimalPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The daily bars of a CSV file's `text`. The header names the columns date, open, high, low, close and volume, in any
 * case and order; other columns are ignored. Dates are `YYYY-MM-DD`, numbers have a decimal point. Blank lines, a byte
 * order mark and CRLF are allowed. Invalid lines are rejected; the last valid line of a day wins.
 *
 * @param today the current date `YYYY-MM-DD`; lines with a later date are invalid.
 * @throws MarketDataError `bad_data` if a column is missing, more than 1 % of the lines are invalid, or there are none
 */
export function parseCsvBars(text: string, fileName: string, today: string): CleanedBars {
  const [header, ...lines] = readLines(text, fileName);
  if (header === undefined || lines.length === 0) throw badData(`${fileName} contains no prices`);
  const columns = columnIndexes(header, fileName);
  const cleaned = cleanBars(lines.map((line) => rawBar(line, columns, today)));
  const { rejectedDates, rejectionNotes } = cleaned;
  if (rejectedDates.length > maxInvalidShare * lines.length) {
    throw badData(
      `${fileName} was rejected: ${rejectedDates.length} of ${lines.length} price lines are invalid, first ${rejectionNotes[0]}`,
    );
  }
  return cleaned;
}

/** One array for each line that is not blank: its line number, then its cells. */
function readLines(text: string, fileName: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      trim: true,
      on_record: (cells: string[], { lines }) => [String(lines), ...cells],
    });
  } catch (error) {
    if (error instanceof CsvError)
      throw badData(`${fileName} cannot be read as CSV: ${error.message}`, error);
    throw error;
  }
}

function columnIndexes(header: readonly string[], fileName: string): Record<Column, number> {
  const names = header.map((name) => name.toLowerCase());
  const missing = columnNames.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw badData(`${fileName} has no column ${missing.join(', ')} in its first line`);
  }
  const index = (column: Column) => names.indexOf(column);
  return {
    date: index('date'),
    open: index('open'),
    high: index('high'),
    low: index('low'),
    close: index('close'),
    volume: index('volume'),
  };
}

function rawBar(line: readonly string[], columns: Record<Column, number>, today: string): RawBar {
  const cell = (column: Column) => line[columns[column]] ?? '';
  const number = (column: Column) => {
    const text = cell(column);
    if (text === '') return null;
    return decimalPattern.test(text) ? Number(text) : text;
  };
  const date = cell('date');
  return {
    date,
    label: `line ${line[0]}`,
    ...(date > today && { problem: 'the date lies in the future' }),
    ...(!isCalendarDate(date) && { problem: 'the date is not a day written YYYY-MM-DD' }),
    open: number('open'),
    high: number('high'),
    low: number('low'),
    close: number('close'),
    volume: number('volume'),
  };
}

function badData(message: string, cause?: unknown): MarketDataError {
  return new MarketDataError('bad_data', message, { cause });
}
