import { setImmediate } from 'node:timers/promises';
import { pollUntil, seededRandom } from '@stockbook/testing';
import { expect, it, vi } from 'vitest';
import { useTestDatabase } from '../../testing/index.ts';
import type { Database } from '../database.ts';
import { batched } from './batched.ts';

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
  const resultOf = vi.fn(({ value }: { value: number }) => value);
  let hasExpired = false;
  const findValue = batched(database, {
    name: 'values of settings',
    text: `select request.ordinality::int as ordinality, value
      from unnest((select $1::text[])) with ordinality request (name, ordinality) join setting using (name)`,
    valuesOf: (names: readonly string[]) => [names],
    resultOf,
    isExpired: () => hasExpired,
  });
  const expire = () => {
    hasExpired = true;
  };
  return { database, pool, findValue, resultOf, expire };
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

it('does not read rows again while no transaction that writes has ended', async () => {
  const { findValue, resultOf } = await start();
  // Other databases of the server share its transaction ids, and other tests write to them.
  await pollUntil('two reads without a commit in between', async () => {
    await findValue('one');
    resultOf.mockClear();
    expect(await findValue('one')).toBe(1);
    return resultOf.mock.calls.length === 0;
  });
});

it('reads rows again if the result has expired', async () => {
  const { findValue, resultOf, expire } = await start();
  await findValue('one');
  expire();
  resultOf.mockClear();
  expect(await findValue('one')).toBe(1);
  expect(resultOf).toHaveBeenCalledOnce();
});

it('returns the result of each request if only some are known', async () => {
  const { findValue } = await start();
  expect(await findValue('one')).toBe(1);
  expect(await Promise.all(['none', 'one', 'other'].map(findValue))).toEqual([null, 1, null]);
});

it('returns what is committed while transactions and savepoints of other connections end in any order', async () => {
  const { pool, findValue } = await start();
  const random = seededRandom(20_261_122);
  const names = ['first', 'second', 'third'];
  await pool.query('insert into setting select unnest($1::text[]), 0', [names]);
  const writers = await Promise.all(
    names.map(async (name) => ({ name, connection: await pool.connect(), committed: 0, written: 0 })),
  );
  try {
    for (let step = 1; step <= 300; step += 1) {
      const writer = random.pick(writers);
      const { connection, name, committed, written } = writer;
      if (written === committed) {
        await connection.query(random.pick(['begin', 'begin; savepoint part']));
        await connection.query('update setting set value = $1 where name = $2', [step, name]);
        writer.written = step;
      } else {
        const isCommitted = random.pick([true, false]);
        await connection.query(isCommitted ? 'commit' : 'rollback');
        if (isCommitted) writer.committed = written;
        else writer.written = committed;
      }
      const values = await Promise.all(names.map(findValue));
      expect(values).toEqual(writers.map(({ committed }) => committed));
    }
  } finally {
    for (const { connection } of writers) connection.release(true);
  }
});

it('rejects all requests of a failing batch, and none of the next one', async () => {
  const { pool, findValue } = await start();
  await pool.query('alter table setting rename to elsewhere');
  const outcomes = await Promise.allSettled(['one', 'two'].map(findValue));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await pool.query('alter table elsewhere rename to setting');
  expect(await findValue('one')).toBe(1);
});
