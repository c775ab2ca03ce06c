import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { CalculatedIndicator, StockIndicators } from './schemas.ts';

/** Rows in a piece. Writing that many takes about a millisecond. */
const rowsPerPiece = 2_000;

export interface Series {
  readonly head: Omit<CalculatedIndicator, 'data'>;
  readonly outputs: readonly string[];
  /** One line after the other, each of the same length. */
  readonly values: Float64Array;
  /** The place of the first value's date among the dates. */
  readonly begin: number;
}

/** `text` without its last character, which closes an object or a list. */
function open(text: string): string {
  return text.slice(0, -1);
}

/** The rows of a series as `JSON.stringify` writes them, without the brackets around them. */
function* writeRows(dates: readonly string[], { outputs, values, begin }: Series): Generator<string> {
  const count = outputs.length === 0 ? 0 : values.length / outputs.length;
  const names = outputs.map((output) => JSON.stringify(output));
  const valueAt = (row: number): string => {
    if (names.length === 1) return `${values[row]}`;
    return `{${names.map((name, line) => `${name}:${values[line * count + row]}`).join()}}`;
  };
  for (let start = 0; start < count; start += rowsPerPiece) {
    let piece = '';
    for (let row = start; row < Math.min(start + rowsPerPiece, count); row += 1) {
      piece += `${row === 0 ? '' : ','}{"date":"${dates[begin + row]}","value":${valueAt(row)}}`;
    }
    yield piece;
  }
}

/**
 * The JSON text of a stock's indicators in pieces, with a turn of the event loop between them: other requests are
 * answered meanwhile. No object per row is made.
 */
export async function* writeStockIndicators(
  { stock_symbol, total }: Omit<StockIndicators, 'indicators'>,
  dates: readonly string[],
  indicators: readonly Series[],
): AsyncGenerator<string> {
  yield `${open(JSON.stringify({ stock_symbol }))},"indicators":[`;
  for (const [index, series] of indicators.entries()) {
    yield `${index === 0 ? '' : ','}${open(JSON.stringify(series.head))},"data":[`;
    for (const piece of writeRows(dates, series)) {
      await yieldToOthers();
      yield piece;
    }
    yield ']}';
  }
  yield `],"total":${total}}`;
}
