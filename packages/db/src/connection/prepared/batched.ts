import DataLoader from 'dataloader';
import type { QueryResultRow } from 'pg';
import type { Database } from '../database.ts';
import { queryPrepared } from './query-prepared.ts';

/** Requests per statement. */
const maxBatchSize = 100;

/** Results kept of one snapshot. */
const maxKeptResults = 10_000;

interface BatchedStatement<Request, Row, Result> {
  /** Unique to the text. */
  readonly name: string;
  /**
   * Returns each row with the `ordinality` of its request. Depends on the values and on stored rows only. Arrays are
   * subqueries, `(select $1::text[])`, to hide their lengths from the planner, which would otherwise replan for each
   * length.
   */
  readonly text: string;
  readonly valuesOf: (requests: readonly Request[]) => readonly unknown[];
  readonly resultOf: (row: Row) => Result;
  /** Whether a result can have changed without a change of a row, because it depends on the time. */
  readonly isExpired?: (result: Result) => boolean;
}

/**
 * Names the transactions whose changes a statement sees. Statements with equal snapshots read equal rows: PostgreSQL
 * itself reuses a snapshot until a transaction that writes ends. Includes the server's start, because a server that
 * replaces another one after a failover can assign the ids of lost transactions again.
 */
const currentSnapshot = `concat(pg_postmaster_start_time(), ' ', pg_current_snapshot())`;

async function readSnapshot(database: Database): Promise<string | undefined> {
  const [row] = await queryPrepared<{ snapshot: string }>(
    database,
    'current snapshot',
    `select ${currentSnapshot} as snapshot`,
    [],
  );
  return row?.snapshot;
}

/**
 * Makes a function that reads one row per request. The requests of one event loop iteration are batched: the round trip to
 * PostgreSQL is most of the cost of a small read. Every request sees the committed state: results are kept for as long as
 * PostgreSQL answers, after the request, that its snapshot is still the same.
 */
export function batched<Request, Row extends QueryResultRow, Result>(
  database: Database,
  { name, text, valuesOf, resultOf, isExpired = () => false }: BatchedStatement<Request, Row, Result>,
): (request: Request) => Promise<Result | null> {
  const textWithSnapshot = `select ${currentSnapshot} as snapshot, batch.* from (${text}) batch`;
  let kept: { readonly snapshot?: string; readonly results: Map<string, Result> } = { results: new Map() };

  function keep(snapshot: string, keys: readonly string[], results: readonly (Result | null)[]): void {
    if (kept.snapshot !== snapshot || kept.results.size > maxKeptResults)
      kept = { snapshot, results: new Map() };
    for (const [index, key] of keys.entries()) {
      const result = results[index];
      if (result) kept.results.set(key, result);
    }
  }

  /** The kept results of all requests; null if one is missing, or if the snapshot has changed. */
  async function readKept(keys: readonly string[]): Promise<Result[] | null> {
    const { snapshot, results } = kept;
    const found = keys.map((key) => results.get(key)).filter((result) => result !== undefined);
    if (found.length < keys.length || found.some(isExpired)) return null;
    return (await readSnapshot(database)) === snapshot ? found : null;
  }

  async function read(requests: readonly Request[]): Promise<(Result | null)[]> {
    const keys = requests.map((request) => JSON.stringify(request));
    const known = await readKept(keys);
    if (known) return known;
    const rows = await queryPrepared<Row & { ordinality: number; snapshot: string }>(
      database,
      name,
      textWithSnapshot,
      valuesOf(requests),
    );
    const results = new Array<Result | null>(requests.length).fill(null);
    for (const row of rows) results[row.ordinality - 1] = resultOf(row);
    if (rows[0]) keep(rows[0].snapshot, keys, results);
    return results;
  }
  const loader = new DataLoader(read, { cache: false, batchScheduleFn: setImmediate, maxBatchSize });
  return (request) => loader.load(request);
}
