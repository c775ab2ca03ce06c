import type { DayHolding, DayRow, DayRowsOptions } from '@stockbook/portfolio';
import { dayTableSteps, type PackedBook, unpackBook } from '@stockbook/portfolio/thread';
import { csvText } from '../../csv.ts';

/** A day table as a text, which is written in a calculation thread: it can have a hundred megabytes. */
export interface DayTextRequest {
  readonly book: PackedBook;
  readonly options: DayRowsOptions;
  readonly format: 'json' | 'csv';
  readonly offset: number;
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
  const { options, offset, limit, format } = request;
  const table = yield* dayTableSteps(book, options);
  const rows = table.rows(offset, limit ?? table.total);
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

function* jsonOf(rows: Iterable<DayRow>, total: number): Generator<string> {
  const texts = new HoldingTexts(holdingAsJson);
  yield '{"days":[';
  let separator = '';
  for (const { date, valueBefore, inflow, outflow, value, factor, index, holdings } of rows) {
    const held = holdings === null ? '' : `,"holdings":[${holdings.map((each) => texts.of(each)).join(',')}]`;
    yield `${separator}{"date":"${date}","value_before":${valueBefore},"inflow":${inflow},"outflow":${outflow},"value":${value},"factor":${factor},"index":${index}${held}}`;
    separator = ',';
  }
  yield `],"total":${total}}`;
}

/**
 * Writes a line for each day, then one for each of its holdings, which repeats the date only: the columns of days can
 * be added up.
 */
function* csvOf(rows: Iterable<DayRow>, withHoldings: boolean): Generator<string> {
  const texts = new HoldingTexts(holdingAsCsv);
  const noHolding = withHoldings ? ','.repeat(holdingColumns.length) : '';
  const noDay = ','.repeat(dayColumns.length);
  yield `${[...dayColumns, ...(withHoldings ? holdingColumns : [])].join(',')}\r\n`;
  for (const { date, valueBefore, inflow, outflow, value, factor, index, holdings } of rows) {
    const day = [date, valueBefore, inflow, outflow, value, factor, index].join(',');
    const held = (holdings ?? []).map((each) => `${date}${noDay}${texts.of(each)}\r\n`);
    yield `${day}${noHolding}\r\n${held.join('')}`;
  }
}

interface KnownText {
  readonly holding: DayHolding;
  readonly text: string;
}

/** The texts of holdings, which most of them share with the day before: on two of seven days, nothing is traded. */
class HoldingTexts {
  readonly #known = new Map<string, KnownText>();
  readonly #write: (holding: DayHolding) => string;

  constructor(write: (holding: DayHolding) => string) {
    this.#write = write;
  }

  of(holding: DayHolding): string {
    const known = this.#known.get(holding.symbol);
    const isSame =
      known !== undefined &&
      known.holding.value === holding.value &&
      known.holding.price === holding.price &&
      known.holding.quantity === holding.quantity &&
      known.holding.fxRate === holding.fxRate;
    if (isSame) return known.text;
    const text = this.#write(holding);
    this.#known.set(holding.symbol, { holding, text });
    return text;
  }
}

function holdingAsJson({ symbol, quantity, price, fxRate, value }: DayHolding): string {
  return `{"symbol":${JSON.stringify(symbol)},"quantity":${quantity},"price":${price},"fx_rate":${fxRate},"value":${value}}`;
}

function holdingAsCsv({ symbol, quantity, price, fxRate, value }: DayHolding): string {
  return [csvText(symbol), quantity, price, fxRate, value].join(',');
}
