import DataLoader from 'dataloader';
import type { QueryResultRow } from 'pg';
import type { Database } from './database.ts';

/**
 * Runs a prepared statement, which PostgreSQL parses and plans once per connection: for statements that run on every
 * request and take longer to plan than to execute. Does not join the transaction of an entity manager.
 * @param name unique to the statement's text
 */
export async function queryPrepared<Row extends QueryResultRow>(
  database: Database,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = await database.pool();
  // The pool's own `query` would bypass the time-out of PooledClient.
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Row>({ name, text, values: [...values] });
    return rows;
  } finally {
    client.release();
  }
}

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
