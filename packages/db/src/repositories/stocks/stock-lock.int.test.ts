import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../connection/database.ts';
import { useTestDatabase } from '../../testing/index.ts';
import { withStockLock } from './stock-lock.ts';

const { signal } = new AbortController();

async function withOneConnection(): Promise<{ database: Database; other: Database }> {
  const { url, database: other } = await useTestDatabase();
  const database = openDatabase({ url, poolSize: 1, warn: () => {} });
  onTestFinished(() => database.close());
  return { database, other };
}

async function backendOf(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
    database.fork().getKysely(),
  );
  return rows[0]?.pid;
}

it('releases the lock and keeps the connection, also if the work fails', async () => {
  const { database, other } = await withOneConnection();
  const before = await backendOf(database);
  await withStockLock(database, 'AAPL', signal, async () => {});
  const failed = withStockLock(database, 'AAPL', signal, () => Promise.reject(new Error('no prices')));
  await expect(failed).rejects.toThrow('no prices');
  expect(await withStockLock(other, 'AAPL', signal, async () => 'locked by another')).toBe(
    'locked by another',
  );
  expect(await backendOf(database)).toBe(before);
});

it('replaces a connection that was lost with its lock during the work', async () => {
  const { database, other } = await withOneConnection();
  const before = await backendOf(database);
  await withStockLock(database, 'AAPL', signal, async () => {
    await sql`select pg_terminate_backend(${before})`.execute(other.fork().getKysely());
  });
  expect(await withStockLock(database, 'AAPL', signal, async () => 'locked again')).toBe('locked again');
  expect(await backendOf(database)).not.toBe(before);
});
