import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@stockbook/db';

interface CopyStream extends NodeJS.WritableStream {
  submit(connection: object): void;
}

// pg-copy-streams has no types.
const { from }: { from(statement: string): CopyStream } = createRequire(import.meta.url)('pg-copy-streams');

/** Loads rows by COPY. @param chunks complete lines in COPY's text format */
export async function copyInto(database: Database, table: string, chunks: Iterable<string>): Promise<void> {
  const client = await (await database.pool()).connect();
  try {
    await pipeline(Readable.from(chunks), client.query(from(`copy ${table} from stdin`)));
  } finally {
    client.release();
  }
}
