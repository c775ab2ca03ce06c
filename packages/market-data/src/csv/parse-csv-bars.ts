import { CsvError, parse } from 'csv-parse/sync';
import { isCalendarDate } from '../bars/calendar-date.ts';
import { type CleanedBars, cleanBars, type RawBar } from '../bars/clean-bars.ts';
import { MarketDataError } from '../provider/market-data-error.ts';

const COLUMNS = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;
type Column = (typeof COLUMNS)[number];

/** A file of which a larger share of lines is bad is refused as a whole. */
const MOST_BAD_SHARE = 0.01;

/** A decimal number with a point, as `Number` reads it, and nothing else that `Number` would take for one. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The daily bars of a CSV file's `text`: columns named date, open, high, low, close and volume in the first line, in
 * any case and order, others ignored; dates `YYYY-MM-DD`, decimal points; blank lines, a byte order mark and CRLF are
 * allowed. Bad lines are left out and named by their number. Of several lines for a day the last counts.
 *
 * Throws `bad_data`, with a sentence that names `fileName`, where a column is missing, more than 1 % of the lines are
 * bad, or there are none.
 *
 * @param today the current date `YYYY-MM-DD`; a later one is a bad line.
 */
export function parseCsvBars(text: string, fileName: string, today: string): CleanedBars {
  const [header, ...lines] = readLines(text, fileName);
  if (header === undefined || lines.length === 0) throw refuse(`${fileName} holds no prices`);
  const places = columnPlaces(header, fileName);
  const cleaned = cleanBars(lines.map((line) => rawBar(line, places, today)));
  const { rejectedDates, rejectionNotes } = cleaned;
  if (rejectedDates.length > MOST_BAD_SHARE * lines.length) {
    throw refuse(
      `${fileName} is refused: ${rejectedDates.length} of its ${lines.length} lines of prices are bad, the first of them ${rejectionNotes[0]}`,
    );
  }
  return cleaned;
}

/** The cells of each line that is not blank, its number before them. */
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
    if (error instanceof CsvError) throw refuse(`${fileName} cannot be read as CSV: ${error.message}`, error);
    throw error;
  }
}

function columnPlaces(header: readonly string[], fileName: string): Record<Column, number> {
  const names = header.map((name) => name.toLowerCase());
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw refuse(`${fileName} has no column ${missing.join(', ')} in its first line`);
  }
  const place = (column: Column) => names.indexOf(column);
  return {
    date: place('date'),
    open: place('open'),
    high: place('high'),
    low: place('low'),
    close: place('close'),
    volume: place('volume'),
  };
}

function rawBar(line: readonly string[], places: Record<Column, number>, today: string): RawBar {
  const cell = (column: Column) => line[places[column]] ?? '';
  const number = (column: Column) => {
    const text = cell(column);
    if (text === '') return null;
    return DECIMAL.test(text) ? Number(text) : text;
  };
  const date = cell('date');
  return {
    date,
    place: `line ${line[0]}`,
    ...(date > today && { fault: 'the date lies in the future' }),
    ...(!isCalendarDate(date) && { fault: 'the date is not a day written YYYY-MM-DD' }),
    open: number('open'),
    high: number('high'),
    low: number('low'),
    close: number('close'),
    volume: number('volume'),
  };
}

function refuse(message: string, cause?: unknown): MarketDataError {
  return new MarketDataError('bad_data', message, { cause });
}
