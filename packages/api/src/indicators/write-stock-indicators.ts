import { nextTurn } from '../streaming/event-loop.ts';
import type { Series } from './read-series.ts';
import type { StockIndicators } from './schemas.ts';

/** Writing this many takes less than a millisecond. */
const rowsPerPiece = 500;

/** Removes the closing bracket of a JSON object. */
function withoutClosingBracket(text: string): string {
  return text.slice(0, -1);
}

/**
 * Formats numbers as JSON. Uses `JSON.stringify`, because `String(number)` stores each text in V8's number-string cache
 * in old space: 35 MB of garbage for 100 lines, until the next major collection.
 */
export function formatNumbers(numbers: Float64Array): string[] {
  if (numbers.length === 0) return [];
  return JSON.stringify(Array.from(numbers)).slice(1, -1).split(',');
}

/** Writes the rows of a series like `JSON.stringify`, without the enclosing brackets. */
function* writeRows({ outputs, values, dates, begin }: Series): Generator<string> {
  const count = outputs.length === 0 ? 0 : values.length / outputs.length;
  const isOneLine = outputs.length === 1;
  const keys = outputs.map((output, line) => `${line === 0 ? '{' : ','}${JSON.stringify(output)}:`);
  for (let start = 0; start < count; start += rowsPerPiece) {
    const end = Math.min(start + rowsPerPiece, count);
    const lines = outputs.map((_, line) => ({
      key: isOneLine ? '' : keys[line],
      texts: formatNumbers(values.subarray(line * count + start, line * count + end)),
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
 * Writes the JSON text of `StockIndicators` in pieces with other requests between them. Allocates no object per row.
 */
export async function* writeStockIndicators(
  { stock_symbol, total }: Omit<StockIndicators, 'indicators'>,
  indicators: AsyncIterable<Series>,
): AsyncGenerator<string> {
  yield `${withoutClosingBracket(JSON.stringify({ stock_symbol }))},"indicators":[`;
  let separator = '';
  for await (const series of indicators) {
    yield `${separator}${withoutClosingBracket(JSON.stringify(series.head))},"data":[`;
    separator = ',';
    for (const piece of writeRows(series)) {
      await nextTurn();
      yield piece;
    }
    yield ']}';
  }
  yield `],"total":${total}}`;
}
