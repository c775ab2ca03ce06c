import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { CalculatedIndicator, StockIndicators } from './schemas.ts';

/** Rows in a piece. Writing that many takes less than a millisecond. */
const rowsPerPiece = 500;

export interface Series {
  readonly head: Omit<CalculatedIndicator, 'data'>;
  readonly outputs: readonly string[];
  /** One line after the other, each of the same length. */
  readonly values: Float64Array;
  /** Of all bars. */
  readonly dates: readonly string[];
  /** The place of the first value's date among them. */
  readonly begin: number;
}

/** `text` without its last character, which closes an object or a list. */
function open(text: string): string {
  return text.slice(0, -1);
}

/**
 * Numbers as JSON. By `JSON.stringify`, because `String(number)` keeps each text in V8's cache of numbers, which lies in
 * old space: 35 MB of garbage for 100 lines, until the next major collection.
 */
function toTexts(numbers: Float64Array): string[] {
  return JSON.stringify(Array.from(numbers)).slice(1, -1).split(',');
}

/** The rows of a series as `JSON.stringify` writes them, without the brackets around them. */
function* writeRows({ outputs, values, dates, begin }: Series): Generator<string> {
  const count = outputs.length === 0 ? 0 : values.length / outputs.length;
  const isOneLine = outputs.length === 1;
  const keys = outputs.map((output, line) => `${line === 0 ? '{' : ','}${JSON.stringify(output)}:`);
  for (let start = 0; start < count; start += rowsPerPiece) {
    const end = Math.min(start + rowsPerPiece, count);
    const lines = outputs.map((_, line) => ({
      key: isOneLine ? '' : keys[line],
      texts: toTexts(values.subarray(line * count + start, line * count + end)),
    }));
    let piece = '';
    for (let row = start; row < end; row += 1) {
      piece += `${row === 0 ? '' : ','}{"date":"${dates[begin + row]}","value":`;
      for (const { key, texts } of lines) piece += `${key}${texts[row - start]}`;
      piece += isOneLine ? '}' : '}}';
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
  indicators: AsyncIterable<Series>,
): AsyncGenerator<string> {
  yield `${open(JSON.stringify({ stock_symbol }))},"indicators":[`;
  let separator = '';
  for await (const series of indicators) {
    yield `${separator}${open(JSON.stringify(series.head))},"data":[`;
    separator = ',';
    for (const piece of writeRows(series)) {
      await yieldToOthers();
      yield piece;
    }
    yield ']}';
  }
  yield `],"total":${total}}`;
}
