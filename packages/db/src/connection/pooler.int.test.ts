import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { Client, Pool, type PoolClient } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useTestDatabase } from '../testing/index.ts';
import { assertSessionPooling } from './assert-session-pooling.ts';
import { openDatabase } from './database.ts';

/** Parameters that PgBouncer accepts at the start of a connection, besides those that it is configured to ignore. */
const poolerParameters = ['application_name', 'client_encoding', 'database', 'user'];

it('sends only parameters that PgBouncer accepts when it connects, and sets the others afterwards', async () => {
  const { database, url } = await useTestDatabase();
  const { rows } = await sql`
    select name, setting from pg_settings
    where (name like '%timeout' or name like '%parallel%') and source = 'session' order by name
  `.execute(database.fork().getKysely());
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '10000' },
    { name: 'lock_timeout', setting: '3000' },
    { name: 'max_parallel_workers_per_gather', setting: '0' },
    { name: 'statement_timeout', setting: '3500' },
  ]);

  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const names = once(server, 'connection').then(async ([socket]) => {
    const [startup]: Buffer[] = await once(socket, 'data');
    socket.destroy();
    // Length and protocol version take four bytes each, then names and values alternate.
    const words = startup?.subarray(8).toString().split('\0') ?? [];
    return words.filter((word, index) => index % 2 === 0 && word !== '').sort();
  });
  const recorded = openDatabase({
    url: Object.assign(new URL(url), { port: String(address.port) }).href,
    poolSize: 1,
    warn: () => {},
  });
  onTestFinished(() => recorded.close());
  await expect(recorded.ping()).rejects.toThrow();
  expect(poolerParameters).toEqual(expect.arrayContaining(await names));
});

/** A pool that is closed before its database is dropped: connections released as unusable close later than the pool. */
function usePool(url: string): Pool {
  const pool = new Pool({ connectionString: url });
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  onTestFinished(async () => {
    await pool.end();
    await expect.poll(() => open.size, { timeout: 10_000 }).toBe(0);
  });
  return pool;
}

it('names a pooler that gives the session of one client to another', async () => {
  const { url } = await useTestDatabase();
  const shared = usePool(url);
  await expect(assertSessionPooling(shared)).resolves.toBeUndefined();

  // As in transaction mode: what the first client has set is not in the session that it gets for its next statement.
  const connect = shared.connect.bind(shared);
  vi.spyOn(shared, 'connect').mockImplementation(async () => {
    const client = await connect();
    const query = client.query.bind(client);
    vi.spyOn(client, 'query').mockImplementation(async (text: string) => {
      await query('discard all');
      return query(text);
    });
    return client;
  });
  await expect(assertSessionPooling(shared)).rejects.toThrow(/set pool_mode = session in PgBouncer/);
});

it('names a pooler that has no transactions', async () => {
  const { url } = await useTestDatabase();
  const shared = usePool(url);
  const connect = shared.connect.bind(shared);
  vi.spyOn(shared, 'connect').mockImplementation(async () => {
    const client = await connect();
    const query = client.query.bind(client);
    vi.spyOn(client, 'query').mockImplementation((text: string) =>
      text === 'begin'
        ? Promise.reject(new Error('transaction blocks not allowed in statement pooling mode'))
        : query(text),
    );
    return client;
  });
  await expect(assertSessionPooling(shared)).rejects.toThrow(/set pool_mode = session in PgBouncer/);
});

it.each([
  [
    'another process that migrates',
    'select pg_advisory_lock(7204119)',
    'waiting for another process that migrates the database',
  ],
  [
    'a locked table',
    'begin; lock table schema_migration',
    'migrating the database, which waits while another connection locks its tables',
  ],
])('says what a start waits for: %s', async (_, statement, notice) => {
  const { url } = await useTestDatabase();
  const other = new Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(statement);

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.fn();
  const database = openDatabase({ url, poolSize: 1, warn });
  onTestFinished(() => database.close());
  const migrated = database.migrate();
  // Other tests wait for locks of other databases.
  const waiting = `
    select from pg_locks join pg_database on pg_database.oid = database
    where not granted and datname = current_database()
  `;
  await expect.poll(async () => (await other.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
  vi.advanceTimersByTime(9_000);
  expect(warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(warn.mock.calls).toEqual([[notice]]);
  await other.query('select pg_advisory_unlock_all(); rollback');
  await migrated;
});
