import type { Database } from '@stockbook/db';

/** Runs a statement. @returns its rows */
type Query = (statement: string, parameters?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** Runs statements on one connection, without their time limit. */
export async function withoutTimeLimit<Result>(
  database: Database,
  run: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = await (await database.pool()).connect();
  // With a callback: a pooled connection closes itself when a promise of an answer takes longer than the limit.
  const query: Query = (statement, parameters = []) =>
    new Promise((resolve, reject) => {
      client.query(statement, [...parameters], (error, result) => {
        if (error) reject(error);
        else resolve(result.rows);
      });
    });
  try {
    await query('set statement_timeout = 0');
    return await run(query);
  } finally {
    // The next user of this connection would not have the time limit.
    client.release(true);
  }
}
