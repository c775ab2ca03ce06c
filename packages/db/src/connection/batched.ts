import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { QueryResultRow } from 'pg';
import type { Database } from './database.ts';
import { queryPrepared } from './query-prepared.ts';

/** Requests per statement. */
const maxBatchSize = 100;

interface BatchedStatement<Request, Row, Result> {
  /** Unique to the text. */
  readonly name: string;
  /**
   * Returns each row with the `ordinality` of its request. Arrays are subqueries, `(select $1::text[])`, to hide their
   * lengths from the planner, which would otherwise replan for each length.
   */
  readonly text: string;
  readonly valuesOf: (requests: readonly Request[]) => readonly unknown[];
  readonly resultOf: (row: Row) => Result;
}

/** Longest wait for the previous statement: a usual one takes a millisecond, an unanswered one almost four seconds. */
const maxWaitMs = 20;

/**
 * Makes a function that reads one row per request. Requests that arrive while a statement runs share the next one: the
 * round trip to PostgreSQL is most of the cost of a small read. Batches only; never caches. Each request needs the
 * committed state.
 */
export function batched<Request, Row extends QueryResultRow, Result>(
  database: Database,
  { name, text, valuesOf, resultOf }: BatchedStatement<Request, Row, Result>,
): (request: Request) => Promise<Result | null> {
  /** Settles when no statement is running. */
  let idle: Promise<unknown> = Promise.resolve();

  async function read(requests: readonly Request[]): Promise<(Result | null)[]> {
    const results = new Array<Result | null>(requests.length).fill(null);
    const statement = queryPrepared<Row & { ordinality: number }>(database, name, text, valuesOf(requests));
    idle = Promise.race([Promise.allSettled([statement]), delay(maxWaitMs, undefined, { ref: false })]);
    for (const row of await statement) results[row.ordinality - 1] = resultOf(row);
    return results;
  }
  const schedule = (dispatch: () => void) => void idle.then(dispatch);
  const loader = new DataLoader(read, { cache: false, batchScheduleFn: schedule, maxBatchSize });
  return (request) => loader.load(request);
}
