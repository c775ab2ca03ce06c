import { type Database, openDatabase } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { pollUntil } from '@stockbook/testing';
import { expect, it, onTestFinished } from 'vitest';
import { ppFile } from '../support/pp-file.ts';
import { call, signUp } from './support/caller.ts';
import { useOwnStack } from './support/own-stack.ts';

const lineCount = 2_002;

/** A book of 2,000 deliveries, another one for each tag. */
function fileOf(tag: string): string {
  const deliveries = Array.from({ length: lineCount - 2 }, (_, index) => ({
    date: `20${10 + (index % 10)}-0${1 + (index % 9)}-1${index % 9}`,
    shares: 1 + index,
  }));
  return Buffer.from(ppFile({ tag, deliveries })).toString('base64');
}

async function isTrue(database: Database, condition: string): Promise<boolean> {
  const { rows } = await sql<{ isTrue: boolean }>`select ${sql.raw(condition)} as "isTrue"`.execute(
    database.fork().getKysely(),
  );
  return rows[0]?.isTrue ?? false;
}

const runs = (pattern: string) => `exists (
  select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ~ '${pattern}'
    and state <> 'idle'
)`;
const hasEnded = (kind: string) =>
  `not exists (select from task where kind = '${kind}' and status not in ('SUCCESS', 'FAILURE'))`;

/** Instants at which the worker is killed, in the first or the second task of a move. The task may end before. */
const instants = {
  'while it reads the file': [
    'read-move',
    "exists (select from task where kind = 'read-move' and status = 'PROGRESS')",
  ],
  'while it compares the transactions that it has stored': [
    'store-move',
    runs('from transaction t left join'),
  ],
} as const;

it('stores all of a move or nothing whenever the worker is killed', { timeout: 120_000 }, async () => {
  const { start, url } = await useOwnStack();
  const database = openDatabase({ url, poolSize: 2, warn: () => {} });
  onTestFinished(() => database.close());
  const web = await start('web', {});
  const token = await signUp(web.url, 'mover');
  const get = async (path: string) => (await call(web.url, 'GET', path, { token })).body;
  const post = (path: string, body: object) => call(web.url, 'POST', path, { token, body });
  const endOf = (taskId: unknown) =>
    pollUntil(
      'the end of the task',
      async () => {
        const state = await get(`/portfolios/task/${taskId}`);
        return state.status === 'SUCCESS' || state.status === 'FAILURE' ? state : undefined;
      },
      { timeoutMs: 30_000 },
    );
  let worker = await start('worker', {});
  for (const [name, [kind, instant]] of Object.entries(instants)) {
    const killAt = async () => {
      const reached = `${instant} or ${hasEnded(kind)}`;
      await pollUntil(name, () => isTrue(database, reached), { timeoutMs: 30_000, intervalMs: 2 });
      await worker.kill();
      const stored = Number((await get('/portfolios')).total);
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from transaction`.execute(
        database.fork().getKysely(),
      );
      expect([stored, rows[0]?.count]).toBeOneOf([
        [0, 0],
        [1, lineCount],
      ]);
      worker = await start('worker', {});
    };
    const files = [{ name: 'book.xml', data: fileOf(name.replaceAll(' ', '-')) }];
    const started = await post('/portfolios/move-in', { files });
    expect(started.status).toBe(202);
    if (kind === 'read-move') await killAt();
    expect(await endOf(started.body.task_id)).toMatchObject({ status: 'SUCCESS' });
    const move = `/portfolios/move-in/${started.body.move_id}`;
    const committed = await post(`${move}/commit`, {});
    expect(committed.status).toBe(202);
    if (kind === 'store-move') await killAt();
    expect(await endOf(committed.body.task_id)).toMatchObject({
      status: 'SUCCESS',
      result: { transactions: lineCount, portfolios: 1, comparison: { equal: true } },
    });
    const taken = await call(web.url, 'DELETE', move, { token });
    expect(taken.body.message).toBe('2,002 transactions and 1 portfolio were taken back');
    expect((await get('/portfolios')).total).toBe(0);
  }
});
