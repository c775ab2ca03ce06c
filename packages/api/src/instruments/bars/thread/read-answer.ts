import { CsvError } from '#src/csv-rows.ts';
import { hasMoreParts, tooManyValues } from '#src/json-parts.ts';
import { judgeBars } from '../judge-bars.ts';
import { readTable, TableError } from '../read-table.ts';
import type { ReadAnswer, ReadRequest } from './in-thread.ts';

/** Runs in a thread of `readInThread`. */
export function* answer({
  kind,
  text,
  nowMs,
  maxRows,
  maxValues,
}: ReadRequest): Generator<undefined, ReadAnswer> {
  try {
    yield;
    const rows = kind === 'csv' ? readTable(text, maxRows) : readList(text, maxRows, maxValues);
    yield;
    return { judged: judgeBars(rows, new Date(nowMs)) };
  } catch (error) {
    if (error instanceof TableError || error instanceof CsvError) return { problem: error.message };
    throw error;
  }
}

/** @throws TableError */
function readList(text: string, maxRows: number, maxValues: number): unknown[] {
  if (hasMoreParts(text, maxValues)) throw new TableError(tooManyValues(maxValues));
  const rows: unknown = parse(text);
  if (!Array.isArray(rows)) throw new TableError('bars must be a list');
  if (rows.length > maxRows) {
    throw new TableError(`A request can have at most ${maxRows.toLocaleString('en-US')} bars`);
  }
  return rows;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TableError('bars is not valid JSON');
  }
}
