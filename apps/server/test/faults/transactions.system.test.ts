import { createTestDatabase, sql } from '@stockbook/db/testing';
import { pollUntil, startServer } from '@stockbook/testing';
import { expect, it, onTestFinished } from 'vitest';
import { call, signUp } from './support/caller.ts';

/** Most transactions of a request. */
const count = 200;

const batchOf = (name: string) => ({
  transactions: Array.from({ length: count }, (_, number) => ({
    type: 'DEPOSIT',
    date: '2024-05-20',
    amount: number + 1,
    external_id: `${name} ${number}`,
  })),
});

/** A server with a portfolio in euros, on a database of its own. */
async function withPortfolio() {
  const { database, url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const start = async () => {
    const server = await startServer({ env: { DATABASE_URL: url } });
    onTestFinished(() => server.kill());
    return server;
  };
  const doomed = await start();
  const token = await signUp(doomed.url, 'owner');
  const created = await call(doomed.url, 'POST', '/portfolios/', {
    token,
    body: { name: 'Retirement', currency: 'EUR' },
  });
  const path = `/portfolios/${created.body.id}/transactions/`;
  const kysely = () => database.fork().getKysely();
  return {
    start,
    doomed,
    database,
    add: (server: typeof doomed, name: string) =>
      call(server.url, 'POST', path, { token, body: batchOf(name) }),
    total: async (server: typeof doomed) => (await call(server.url, 'GET', path, { token })).body.total,
    /** Whether a statement waits for a lock on a table. */
    isWaiting: async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
      `.execute(kysely());
      return rows.length > 0;
    },
  };
}

it.each([
  ['before its rows are written', 'transaction'],
  ['after its rows are written', 'portfolio'],
])(
  'stores none of 200 transactions when the server is killed %s, and keeps those it has acknowledged',
  async (_, table) => {
    const { start, doomed, database, add, total, isWaiting } = await withPortfolio();
    expect(await add(doomed, 'first')).toMatchObject({ status: 201 });

    const lost = await database.fork().transactional(async (tx) => {
      // Only statements that write to the table wait, not those that read or lock its rows.
      await sql`lock table ${sql.table(table)} in share mode`.execute(tx.getKysely());
      const request = add(doomed, 'second');
      await pollUntil('the statement that waits', isWaiting);
      await doomed.kill();
      return request;
    });

    expect(lost.status).toBe(0);
    const server = await start();
    expect(await total(server)).toBe(count);
    expect(await add(server, 'second')).toMatchObject({ status: 201 });
    expect(await total(server)).toBe(2 * count);
  },
);
