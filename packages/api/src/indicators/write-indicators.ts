import { catalogue } from '@stockbook/indicators';
import { csvText } from '../csv.ts';
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
function formatNumbers(numbers: Float64Array): string[] {
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

/** Writing this many takes about a millisecond. */
const valuesPerPiece = 2_000;

/**
 * The names of a series' columns: `SMA(timeperiod=20)`, `My average: SMA(timeperiod=20)`, and with the name of the
 * line if there are several. Name, function and parameters together are unique.
 */
function columnNames({ head, outputs }: Pick<Series, 'head' | 'outputs'>): string[] {
  const { indicator_name, indicator_function, parameters } = head;
  const values = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  const calculation = `${indicator_function}(${values.join(' ')})`;
  const usualName = catalogue.find((definition) => definition.function === indicator_function)?.name;
  const name = indicator_name === usualName ? calculation : `${indicator_name}: ${calculation}`;
  return outputs.length === 1 ? [name] : outputs.map((output) => `${name} ${output}`);
}

interface Column {
  readonly values: Float64Array;
  readonly begin: number;
}

/** The lines of an indicator. Without its values, since it was deleted meanwhile, they are empty. */
function columnsOf({ outputs }: Pick<Series, 'outputs'>, series: Series | undefined): Column[] {
  const { values, begin } = series ?? { values: new Float64Array(), begin: Number.POSITIVE_INFINITY };
  const count = values.length / outputs.length;
  return outputs.map((_, line) => ({ values: values.subarray(line * count, (line + 1) * count), begin }));
}

/** The cells of a column in the rows from `start` to `end`; empty where it has no value. */
function cells({ values, begin }: Column, start: number, end: number): (string | undefined)[] {
  const first = Math.max(0, start - begin);
  const texts = formatNumbers(values.subarray(first, Math.max(first, end - begin)));
  const offset = start - begin;
  return Array.from({ length: end - start }, (_, row) => texts[row + offset - first]);
}

/**
 * Writes indicators of a stock as CSV in pieces, and yields to the event loop between them. Begins at the first date
 * with a value.
 * @param read called after the header: the outputs of a batch begin together, but only one is written at a time
 */
export async function* writeIndicatorsCsv(
  indicators: readonly Pick<Series, 'head' | 'outputs'>[],
  read: () => Promise<readonly Series[]>,
): AsyncGenerator<string> {
  const header = ['date', ...indicators.flatMap(columnNames).map(csvText)];
  yield `${header.join(',')}\r\n`;
  const all = new Map((await read()).map((series) => [series.head.id, series]));
  const [{ dates } = { dates: [] }] = all.values();
  const columns = indicators.flatMap((indicator) => columnsOf(indicator, all.get(indicator.head.id)));
  const rowsPerPiece = Math.ceil(valuesPerPiece / Math.max(1, columns.length));
  const first = Math.min(dates.length, ...columns.map(({ begin }) => begin));
  for (let start = first; start < dates.length; start += rowsPerPiece) {
    const end = Math.min(start + rowsPerPiece, dates.length);
    const texts = columns.map((column) => cells(column, start, end));
    let piece = '';
    for (let row = start; row < end; row += 1) {
      piece += dates[row];
      for (const column of texts) piece += `,${column[row - start] ?? ''}`;
      piece += '\r\n';
    }
    await nextTurn();
    yield piece;
  }
}
