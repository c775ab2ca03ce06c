import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../testing/index.ts';
import { openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

it('keeps its pool size when connections are lost during transactions', async () => {
  const { url } = await useTestDatabase();
  const database = openDatabase({ url, poolSize: 2, warn: () => {} });
  onTestFinished(() => database.close());
  for (let loss = 0; loss < 5; loss += 1) {
    const lost = database
      .fork()
      .transactional((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx.getKysely()));
    await expect(lost).rejects.toSatisfy(isDatabaseUnavailable);
  }
  await database.ping();
  expect((await database.pool()).totalCount).toBeLessThanOrEqual(2);
});

it('closes the connection when a statement is not answered, and opens another for the next', async () => {
  const { url } = await useTestDatabase();
  const database = openDatabase({ url, poolSize: 1, warn: () => {} });
  onTestFinished(() => database.close());
  const unanswered = database.fork().transactional(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx.getKysely());
    await sql`select pg_sleep(20)`.execute(tx.getKysely());
  });
  await expect(unanswered).rejects.toSatisfy(isDatabaseUnavailable);
  await database.ping();
});

describe('a process that was suspended for longer than the time-outs', () => {
  /** As a busy machine or SIGSTOP does: nothing of this process runs. */
  const suspend = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_500);

  it.each([
    ['opens a connection', 5],
    ['waits for the only connection', 1],
  ])('reads the answers that have arrived while it %s', async (_, poolSize) => {
    const { url } = await useTestDatabase();
    const database = openDatabase({ url, poolSize, warn: () => {} });
    onTestFinished(() => database.close());
    const answers = Promise.all([database.ping(), database.ping(), database.ping()]);
    // The connections are being opened.
    await new Promise(setImmediate);
    suspend();
    await answers;
  });
});
