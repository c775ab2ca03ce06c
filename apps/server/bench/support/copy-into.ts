import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BarColumns, Database } from '@stockbook/db';

interface CopyStream extends NodeJS.WritableStream {
  submit(connection: object): void;
}

// pg-copy-streams has no types.
const { from }: { from(statement: string): CopyStream } = createRequire(import.meta.url)('pg-copy-streams');

/**
 * Loads rows by COPY, without the time limit of statements: on a busy machine few rows may take long.
 * @param chunks complete lines in COPY's text format
 */
export async function copyInto(database: Database, table: string, chunks: Iterable<string>): Promise<void> {
  const client = await (await database.pool()).connect();
  let isDone = false;
  try {
    await client.query('begin; set local statement_timeout = 0');
    await pipeline(Readable.from(chunks), client.query(from(`copy ${table} from stdin`)));
    await client.query('commit');
    isDone = true;
  } finally {
    // After an error the connection is within a transaction.
    client.release(!isDone);
  }
}

/** Loads the bars of a stock by COPY: the least that storing them takes. */
export async function copyBars(database: Database, stockId: number, bars: BarColumns): Promise<void> {
  const { date, open, high, low, close, volume } = bars;
  const lines = date.map(
    (day, row) => `${[stockId, day, open[row], high[row], low[row], close[row], volume[row]].join('\t')}\n`,
  );
  await copyInto(database, 'price_bar', [lines.join('')]);
}
