import type { Database } from '@stockbook/db';

/** Runs a statement. @returns its rows */
type Query = (statement: string) => Promise<Record<string, unknown>[]>;

/** Runs statements on one connection, without their time limit. */
export async function withoutTimeLimit<Result>(
  database: Database,
  run: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = await (await database.pool()).connect();
  try {
    await client.query('set statement_timeout = 0');
    return await run(async (statement) => (await client.query(statement)).rows);
  } finally {
    // The next user of this connection would not have the time limit.
    client.release(true);
  }
}
