import { type Database, openDatabase } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { pollUntil } from '@stockbook/testing';
import { expect, it } from 'vitest';
import { call, signUp, taskIdOf } from './support/caller.ts';
import { useOwnStack } from './support/own-stack.ts';

const rowCount = 6_000;

const file = [
  'date,symbol,type,quantity,unitprice,currency,fee',
  ...Array.from({ length: rowCount }, (_, row) => `2020-01-${10 + (row % 20)},LOAD0,BUY,${row + 1},10,USD,0`),
].join('\n');

async function has(
  database: Database,
  condition: ReturnType<typeof sql<{ isTrue: boolean }>>,
): Promise<boolean> {
  const { rows } = await condition.execute(database.fork().getKysely());
  return rows[0]?.isTrue ?? false;
}

/** Instants at which the worker is killed. The import may be faster: then it has ended. */
const instants = {
  'while it judges the rows': sql<{ isTrue: boolean }>`
    select exists (select from task where kind = 'import-transactions' and (status = 'PROGRESS' or finished_at is not null))
      as "isTrue"`,
  'while it stores the rows': sql<{ isTrue: boolean }>`
    select exists (
      select from pg_stat_activity where datname = current_database() and query ~ '^\\s*insert into transaction' and pid <> pg_backend_pid()
    ) or exists (select from task where kind = 'import-transactions' and finished_at is not null) as "isTrue"`,
};

// The tests mostly wait until another worker takes the task over.
it.concurrent.for(Object.entries(instants))(
  'stores all transactions of a file or none if the worker is killed %s',
  async ([, instant], { onTestFinished }) => {
    const { start, url } = await useOwnStack(onTestFinished);
    const database = openDatabase({ url, poolSize: 2, warn: () => {} });
    onTestFinished(() => database.close());
    const [web, doomed] = await Promise.all([start('web', {}), start('worker', {})]);
    const token = await signUp(web.url, 'importer');
    const post = (path: string, body: object) => call(web.url, 'POST', path, { token, body });
    const get = async (path: string) => (await call(web.url, 'GET', path, { token })).body;
    await post('/stocks', { symbol: 'LOAD0' });
    await pollUntil('the stock', async () => (await get('/stocks')).total === 1, { timeoutMs: 30_000 });
    const { body: portfolio } = await post('/portfolios', { name: 'mine' });
    const started = await post(`/portfolios/${portfolio.id}/import`, { text: file, commit: true });
    expect(started.status).toBe(202);

    await pollUntil('the instant', () => has(database, instant), { timeoutMs: 30_000, intervalMs: 5 });
    await doomed.kill();
    const { total } = await get(`/portfolios/${portfolio.id}/transactions?limit=1`);
    expect(total).toBeOneOf([0, rowCount]);
    await start('worker', {});
    const task = await pollUntil(
      'the end of the import',
      async () => {
        const state = await get(`/portfolios/task/${taskIdOf(started)}`);
        return state.status === 'SUCCESS' || state.status === 'FAILURE' ? state : undefined;
      },
      { timeoutMs: 30_000 },
    );
    expect(task).toMatchObject({ status: 'SUCCESS', result: { added: rowCount, lines: [] } });
    expect((await get(`/portfolios/${portfolio.id}/transactions?limit=1`)).total).toBe(rowCount);
    const left = sql<{ isTrue: boolean }>`select exists (select from pending_import) as "isTrue"`;
    expect(await has(database, left)).toBe(false);
  },
);
