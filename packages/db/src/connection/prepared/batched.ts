import DataLoader from 'dataloader';
import type { QueryResultRow } from 'pg';
import type { Database } from '../database.ts';
import { queryPrepared } from './query-prepared.ts';

/** Requests per statement. */
const maxBatchSize = 100;

interface BatchedStatement<Request, Row, Result> {
  /** Unique to the text. */
  readonly name: string;
  /**
   * Returns each row with the `ordinality` of its request. Arrays are
   * subqueries, `(select $1::text[])`, to hide their lengths from the planner, which would otherwise replan for each
   * length.
   */
  readonly text: string;
  readonly valuesOf: (requests: readonly Request[]) => readonly unknown[];
  readonly resultOf: (row: Row) => Result;
}

/**
 * Makes a function that reads one row per request. The requests of one event loop iteration are batched: the round
 * trip to PostgreSQL is most of the cost of a small read. Batches only, never caches: every request sees the
 * committed state.
 */
export function batched<Request, Row extends QueryResultRow, Result>(
  database: Database,
  { name, text, valuesOf, resultOf }: BatchedStatement<Request, Row, Result>,
): (request: Request) => Promise<Result | null> {
  async function read(requests: readonly Request[]): Promise<(Result | null)[]> {
    const rows = await queryPrepared<Row & { ordinality: number }>(database, name, text, valuesOf(requests));
    const results = new Array<Result | null>(requests.length).fill(null);
    for (const row of rows) results[row.ordinality - 1] = resultOf(row);
    return results;
  }
  const loader = new DataLoader(read, { cache: false, batchScheduleFn: setImmediate, maxBatchSize });
  return (request) => loader.load(request);
}
