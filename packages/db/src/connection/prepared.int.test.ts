import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../testing/index.ts';
import type { Database } from './database.ts';
import { batched } from './prepared.ts';

/** The number of statements that `work` executes. */
async function countStatements(database: Database, work: () => Promise<unknown>): Promise<number> {
  const pool = await database.pool();
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  pool.on('acquire', count);
  await work();
  pool.off('acquire', count);
  return statements;
}

/** Reads the values of a table by name, which has only the name `one`. */
async function start() {
  const { database } = await useTestDatabase();
  const pool = await database.pool();
  await pool.query("create table setting (name text, value int); insert into setting values ('one', 1)");
  const findValue = batched(database, {
    name: 'values of settings',
    text: `select request.ordinality::int as ordinality, value
      from unnest((select $1::text[])) with ordinality request (name, ordinality) join setting using (name)`,
    valuesOf: (names: readonly string[]) => [names],
    resultOf: ({ value }: { value: number }) => value,
  });
  return { database, pool, findValue };
}

it('reads simultaneous requests in statements of a hundred, and returns the result of each', async () => {
  const { database, findValue } = await start();
  const names = Array.from({ length: 120 }, (_, index) => (index % 3 === 0 ? 'one' : `none ${index}`));
  const found: unknown[] = [];
  const statements = await countStatements(database, async () => {
    found.push(...(await Promise.all(names.map(findValue))));
  });
  expect(found).toEqual(names.map((name) => (name === 'one' ? 1 : null)));
  expect(statements).toBe(2);
});

/** A request takes its number of seconds. */
async function startSleeper() {
  const { database } = await useTestDatabase();
  const sleep = batched(database, {
    name: 'sleep',
    text: `select request.ordinality::int as ordinality
      from unnest((select $1::float8[])) with ordinality request (seconds, ordinality), pg_sleep(seconds)`,
    valuesOf: (seconds: readonly number[]) => [seconds],
    resultOf: () => true,
  });
  return { database, sleep };
}

it('reads requests of one event loop iteration in one statement', async () => {
  const { database, sleep } = await startSleeper();
  const statements = await countStatements(database, async () => {
    const requests = [sleep(0)];
    for (let count = 0; count < 10; count += 1) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      requests.push(sleep(0));
    }
    expect(await Promise.all(requests)).toEqual(Array.from({ length: 11 }, () => true));
  });
  expect(statements).toBe(1);
});

it('does not wait for a statement that takes long', async () => {
  const { sleep } = await startSleeper();
  const ended: string[] = [];
  const slow = sleep(2).then(() => ended.push('slow'));
  await setImmediate();
  const quick = sleep(0).then(() => ended.push('quick'));
  await Promise.all([slow, quick]);
  expect(ended).toEqual(['quick', 'slow']);
});

it('returns what was committed before the request', async () => {
  const { pool, findValue } = await start();
  expect(await findValue('one')).toBe(1);
  expect(await findValue('one')).toBe(1);
  await pool.query('update setting set value = 2');
  expect(await findValue('one')).toBe(2);
  await pool.query('delete from setting');
  expect(await findValue('one')).toBeNull();
});

it('rejects all requests of a failing batch, and none of the next one', async () => {
  const { pool, findValue } = await start();
  await pool.query('alter table setting rename to elsewhere');
  const outcomes = await Promise.allSettled(['one', 'two'].map(findValue));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await pool.query('alter table elsewhere rename to setting');
  expect(await findValue('one')).toBe(1);
});
