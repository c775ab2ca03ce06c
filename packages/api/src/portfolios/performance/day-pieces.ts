import type { DayHolding, DayRow, DayRowsOptions } from '@stockbook/portfolio';
import { dayTableSteps, type PackedBook, unpackBook } from '@stockbook/portfolio/thread';
import { csvText } from '../../csv.ts';
import { inPercent as asPercent } from '../book/quotation.ts';

/** A day table as a text, which is written in a calculation thread: it can have a hundred megabytes. */
export interface DayTextRequest {
  readonly book: PackedBook;
  readonly options: DayRowsOptions;
  readonly format: 'json' | 'csv';
  readonly offset: number;
  /** Symbols of the stocks that are quoted in per cent. */
  readonly inPercent: readonly string[];
  /** Null for all. */
  readonly limit: number | null;
}

/** Characters. */
const pieceLength = 256 * 1024;

const dayColumns = ['date', 'value_before', 'inflow', 'outflow', 'value', 'factor', 'index'];
const holdingColumns = ['symbol', 'quantity', 'price', 'fx_rate', 'holding_value'];

/** Runs in a thread: yields the pieces of the text. */
export function* answer(request: DayTextRequest): Generator<string | undefined, null, number> {
  const book = yield* unpackBook(request.book);
  const { options, offset, limit, format, inPercent } = request;
  const writer = format === 'json' ? jsonWriter : csvWriter;
  const bonds = new Set(inPercent);
  const write = (symbol: string) => writer(symbol, bonds.has(symbol) ? asPercent : asIs);
  const table = yield* dayTableSteps(book, options);
  const rows = table.writtenRows(offset, limit ?? table.total, write);
  const lines = format === 'json' ? jsonOf(rows, table.total) : csvOf(rows, options.holdings);
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
  return null;
}

function* jsonOf(rows: Iterable<DayRow<string>>, total: number): Generator<string> {
  yield '{"days":[';
  let separator = '';
  for (const { date, valueBefore, inflow, outflow, value, factor, index, holdings } of rows) {
    const held = holdings === null ? '' : `,"holdings":[${holdings.join(',')}]`;
    yield `${separator}{"date":"${date}","value_before":${valueBefore},"inflow":${inflow},"outflow":${outflow},"value":${value},"factor":${factor},"index":${index}${held}}`;
    separator = ',';
  }
  yield `],"total":${total}}`;
}

/**
 * Writes a line for each day, then one for each of its holdings, which repeats the date only: the columns of days can
 * be added up.
 */
function* csvOf(rows: Iterable<DayRow<string>>, withHoldings: boolean): Generator<string> {
  const noHolding = withHoldings ? ','.repeat(holdingColumns.length) : '';
  const noDay = ','.repeat(dayColumns.length);
  yield `${[...dayColumns, ...(withHoldings ? holdingColumns : [])].join(',')}\r\n`;
  for (const { date, valueBefore, inflow, outflow, value, factor, index, holdings } of rows) {
    const day = [date, valueBefore, inflow, outflow, value, factor, index].join(',');
    const held = (holdings ?? []).map((each) => `${date}${noDay}${each}\r\n`);
    yield `${day}${noHolding}\r\n${held.join('')}`;
  }
}

/** Writes a price as its stock is quoted. */
type Quote = (price: number) => number;

const asIs: Quote = (price) => price;

/** Writes the symbol once. */
function jsonWriter(symbol: string, quote: Quote): (holding: DayHolding) => string {
  const start = `{"symbol":${JSON.stringify(symbol)},"quantity":`;
  return ({ quantity, price, fxRate, value }) =>
    `${start}${quantity},"price":${quote(price)},"fx_rate":${fxRate},"value":${value}}`;
}

function csvWriter(symbol: string, quote: Quote): (holding: DayHolding) => string {
  const start = csvText(symbol);
  return ({ quantity, price, fxRate, value }) => [start, quantity, quote(price), fxRate, value].join(',');
}
