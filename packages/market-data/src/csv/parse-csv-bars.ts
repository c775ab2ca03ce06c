import { readCurrency } from '@stockbook/common/currencies';
import { CsvError, parse } from 'csv-parse/sync';
import { isCalendarDate } from '../bars/calendar-date.ts';
import { type CleanedBars, cleanBars, isPrice, type RawBar } from '../bars/clean-bars.ts';
import { MarketDataError } from '../provider/market-data-error.ts';
import type { Dividend, Split } from '../provider/provider.ts';
import { type Column, type CsvLayout, layoutOf, recognisedSources } from './csv-layout.ts';

const requiredColumns = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;
const priceColumns = ['open', 'high', 'low', 'close'] as const;

/** Length at which texts of a file are cut in messages: its first line may be a whole web page. */
const maxTextLength = 200;

export interface CsvHistory extends CleanedBars {
  readonly splits: readonly Split[];
  /** In the currency of the prices. */
  readonly dividends: readonly Omit<Dividend, 'currency'>[];
  /** Currency of the prices; null if the file does not name it. */
  readonly currency: string | null;
}

/** A file with a larger share of invalid lines is rejected as a whole: it is probably in another format. */
const maxInvalidShare = 0.01;

/** A decimal number; `Number` alone would also accept hexadecimal digits, `Infinity` and blanks. */
const decimalPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Ratio of a split: `2:1`, `2/1` or `2`. */
const splitPattern = /^(\d+(?:\.\d+)?)(?:\s*[:/]\s*(\d+(?:\.\d+)?))?$/;

/**
 * The daily bars of a CSV file's `text`. The header names the columns date, open, high, low, close and volume, in any
 * case and order. The columns dividend (an amount per share) and split (`2:1`) are optional; blank and 0 mean none. So
 * is the column currency, whose first text is that of all prices. Other columns are ignored. Dates are `YYYY-MM-DD`,
 * numbers have a decimal point. Downloads of Stooq, Investing.com and Yahoo are recognised by their headers. Blank
 * lines, a byte order mark and CRLF are allowed. Invalid lines are rejected; the last valid line of a day wins.
 *
 * @param today the current date `YYYY-MM-DD`; lines with a later date are invalid.
 * @throws MarketDataError `bad_data` if a column is missing, the currency is unknown, more than 1 % of the lines are
 *   invalid, or there are none
 */
export function parseCsvBars(text: string, fileName: string, today: string): CsvHistory {
  const [header, ...lines] = readLines(text, fileName);
  if (header === undefined || lines.length === 0) throw badData(`${fileName} contains no prices`);
  const layout = layoutOf(header.map((name) => name.toLowerCase()));
  const indexes = columnIndexes(header, layout, fileName);
  const rows = lines.flatMap((line) => {
    const cell = (column: Column) => line[indexes[column]] ?? '';
    const hasPrices = priceColumns.some((column) => cell(column) !== layout.noPrice);
    return hasPrices ? [readRow(`line ${line[0]}`, cell, layout, today)] : [];
  });
  const currency = firstCurrency(
    lines.map((line) => line[indexes.currency] ?? ''),
    fileName,
  );
  const cleaned = cleanBars(rows);
  const { rejectedDates, rejectionNotes } = cleaned;
  if (rejectedDates.length > maxInvalidShare * lines.length) {
    throw badData(
      `${fileName} was rejected: ${rejectedDates.length} of ${lines.length} price lines are invalid, first ${rejectionNotes[0]}`,
    );
  }
  return {
    ...cleaned,
    splits: eventsOf(rows, ({ date, split }) => split && { date, ...split }),
    dividends: eventsOf(rows, ({ date, dividend }) => dividend && { date, amount: dividend }),
    currency,
  };
}

/** The currency that the first text of the column names. */
function firstCurrency(cells: readonly string[], fileName: string): string | null {
  const text = cells.find((cell) => cell !== '');
  if (text === undefined) return null;
  const code = readCurrency(text);
  if (code !== null) return code;
  throw badData(
    `${fileName} names the unknown currency "${shorten(text)}". Expected is a code of ISO 4217, for example USD, or ` +
      'GBp, GBX, ZAc, ZAC or ILA',
  );
}

function shorten(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** The events of the valid lines, ascending by date; the last event of a day wins. */
function eventsOf<Event extends { readonly date: string }>(
  rows: readonly Row[],
  eventOf: (row: Row) => Event | 0 | null,
): Event[] {
  const events = new Map<string, Event>();
  for (const row of rows) {
    const event = row.problem === undefined && eventOf(row);
    if (event) events.set(event.date, event);
  }
  return [...events.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
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

function columnIndexes(
  header: readonly string[],
  { columns }: CsvLayout,
  fileName: string,
): Record<Column, number> {
  const names = header.map((name) => name.toLowerCase());
  const index = (column: Column) => names.indexOf(columns[column]);
  const missing = requiredColumns.filter((column) => index(column) < 0);
  if (missing.length > 0) {
    const found = header.slice(1).join(', ');
    throw badData(
      `${fileName} has no column ${missing.join(', ')}. Its first line is: ${shorten(found)}. Expected are the columns ` +
        `${requiredColumns.join(', ')}, or a file from ${recognisedSources}`,
    );
  }
  return {
    date: index('date'),
    open: index('open'),
    high: index('high'),
    low: index('low'),
    close: index('close'),
    volume: index('volume'),
    dividend: index('dividend'),
    split: index('split'),
    currency: index('currency'),
    period: index('period'),
  };
}

interface Row extends RawBar {
  readonly dividend: number;
  readonly split: Omit<Split, 'date'> | null;
}

function readRow(label: string, cell: (column: Column) => string, layout: CsvLayout, today: string): Row {
  const number = (column: Column) => {
    const text = layout.readNumber(cell(column));
    if (text === '') return null;
    return decimalPattern.test(text) ? Number(text) : text;
  };
  const date = layout.readDate(cell('date'));
  const dividend = number('dividend') ?? 0;
  const split = readSplit(cell('split'));
  const isDividend = dividend === 0 || isPrice(dividend);
  return {
    date,
    label,
    ...(date > today && { problem: 'the date lies in the future' }),
    ...(!isDividend && { problem: 'the dividend is not an amount' }),
    ...(split === undefined && { problem: 'the split is not a ratio like 2:1' }),
    ...(!['', 'D'].includes(cell('period')) && { problem: 'the period is not D, a day' }),
    ...(!isCalendarDate(date) && { problem: `the date is not a day written ${layout.dateForm}` }),
    dividend: isDividend ? dividend : 0,
    split: split ?? null,
    open: number('open'),
    high: number('high'),
    low: number('low'),
    close: number('close'),
    volume: number('volume'),
  };
}

/** Null if `text` is blank, 0 or 1; undefined if it is no ratio. */
function readSplit(text: string): Omit<Split, 'date'> | null | undefined {
  if (text === '' || Number(text) === 0) return null;
  const [, numerator, denominator = '1'] = splitPattern.exec(text) ?? [];
  const split = { numerator: Number(numerator), denominator: Number(denominator) };
  if (!(split.numerator > 0 && split.denominator > 0)) return undefined;
  return split.numerator === split.denominator ? null : split;
}

function badData(message: string, cause?: unknown): MarketDataError {
  return new MarketDataError('bad_data', message, { cause });
}
