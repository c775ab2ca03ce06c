import { unescapeFormula } from '../../csv.ts';
import { type CsvRow, readRows } from '../../csv-rows.ts';
import { DayOrders, readDate } from '../../portfolios/imports/read/dates.ts';
import { DecimalMarks, readNumber } from '../../portfolios/imports/read/numbers.ts';
import { normalName } from '../../portfolios/imports/read/table.ts';

const fields = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;
const delimiters = [',', ';', '\t'];
const maxColumns = 50;

/** A table that has no header of prices. The message is for the user. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

interface Header {
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly end: number;
}

function findHeader(text: string): Header {
  for (const delimiter of delimiters) {
    const [first] = readRows(text, delimiter, maxColumns);
    const names = first?.cells.map(normalName) ?? [];
    if (first && names.includes('date') && names.includes('close'))
      return { delimiter, names, end: first.end };
  }
  throw new TableError(
    'The table needs a header with date and close, or date, open, high, low, close and volume',
  );
}

type Cells = Readonly<Record<(typeof fields)[number], string>>;

function cellsOf({ names }: Header, { cells }: CsvRow): Cells {
  const cell = (name: string) => unescapeFormula(cells[names.indexOf(name)] ?? '').trim();
  return {
    date: cell('date'),
    open: cell('open'),
    high: cell('high'),
    low: cell('low'),
    close: cell('close'),
    volume: cell('volume'),
  };
}

/**
 * Reads a table of prices as rows of a request. Decimal marks and the order of day and month are those that the whole
 * table shows.
 * @throws TableError without a header, CsvError, or if it has more than `maxRows` rows
 */
export function readTable(text: string, maxRows: number): unknown[] {
  const header = findHeader(text);
  const rows: Cells[] = [];
  const marks = new DecimalMarks(null);
  const orders = new DayOrders(null);
  const numbers = fields.filter((name) => name !== 'date');
  for (const row of readRows(text, header.delimiter, maxColumns)) {
    if (row.start < header.end || row.cells.every((cell) => cell.trim() === '')) continue;
    if (rows.length === maxRows) {
      throw new TableError(`A request can have at most ${maxRows.toLocaleString('en-US')} bars`);
    }
    const cells = cellsOf(header, row);
    rows.push(cells);
    orders.add(cells.date);
    for (const [column, name] of numbers.entries()) marks.add(column, cells[name]);
  }
  return rows.map(({ date, ...texts }) => {
    const order = orders.orderFor(date);
    const bar: Record<string, unknown> = { date: (order && readDate(date, order)) ?? date };
    for (const [column, name] of numbers.entries()) {
      if (texts[name] !== '') bar[name] = numberOf(marks, column, texts[name]);
    }
    return bar;
  });
}

/** The number of a cell; the text itself if it is none, which is a problem of the row. */
function numberOf(marks: DecimalMarks, column: number, text: string): number | string {
  // A volume of whole numbers decides nothing: `1,234` is then read as the prices are, or with thousands marks.
  const number = readNumber(text, marks.markFor(column, text) ?? 'point');
  return number === null ? text : Number(number);
}
