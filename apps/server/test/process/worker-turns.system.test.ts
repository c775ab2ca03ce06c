import { runFlag } from '@stockbook/api';
import { userRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { afterEach, expect, it } from 'vitest';
import { runWorker } from '../../src/worker/run-worker.ts';
import { addStrategy } from '../support/add-runs.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness({ ROLE: 'web', MAX_UNFINISHED_TASKS_PER_USER: 30 });

afterEach(async () => {
  const kysely = harness().services.database.fork().getKysely();
  await sql`delete from task`.execute(kysely);
  await sql`delete from graphile_worker._private_jobs`.execute(kysely);
});

/** Creates two users that track a stock, and a function that requests calculations while no worker runs. */
async function twoUsers() {
  const busy = await harness().signUp();
  const other = await harness().signUp();
  const stop = await runWorker(harness().services, 1);
  for (const { token } of [busy, other]) await harness().addStock(token, 'AAPL');
  await stop();
  const calculate = (token: string, timeperiod: number) =>
    harness().rest('POST', '/indicators/calculate', {
      token,
      body: { stock_symbol: 'AAPL', ta_indicator: 'SMA', parameters: { timeperiod } },
    });
  return { busy, other, calculate };
}

const idOf = async (token: string) => String((await harness().rest('GET', '/auth/me', { token })).body.id);

/** The users of all calculations, ordered by the end of the calculations. */
async function usersByEnd(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select username as name from task join user_account on user_account.id = user_id
    where kind = 'calculate-indicator' order by finished_at
  `.execute(harness().services.database.fork().getKysely());
  return rows.map(({ name }) => name);
}

it('rejects more unfinished tasks than the quota when requests arrive at the same time', async () => {
  const { busy, calculate } = await twoUsers();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) => calculate(busy.token, 2 + number)),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(30);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(20);
  expect(refused[0]?.body.error).toBe('You have 30 unfinished tasks, the maximum. Wait until one has ended');
  const again = answers.findIndex(({ status }) => status === 202);
  // An equal request returns the unfinished task, even at the limit.
  expect((await calculate(busy.token, 2 + again)).body.task_id).toBe(answers[again]?.body.task_id);
});

it('runs the first task of a user before the second of another', async () => {
  const { busy, other, calculate } = await twoUsers();
  for (let number = 0; number < 30; number += 1) await calculate(busy.token, 2 + number);
  const started = await calculate(other.token, 20);
  const stop = await runWorker(harness().services, 1);
  await harness().endOfTask(started, other.token);
  await expect
    .poll(async () => {
      const { rows } = await sql`select from task where finished_at is null`.execute(
        harness().services.database.fork().getKysely(),
      );
      return rows.length;
    })
    .toBe(0);
  await stop();
  const names = await usersByEnd();
  expect(names.indexOf(other.name)).toBeLessThanOrEqual(1);
  expect(names).toHaveLength(31);
});

it('leaves half of the slots to other users while the tasks of one user are running', async () => {
  const { busy, other, calculate } = await twoUsers();
  const database = harness().services.database;
  const busyId = await idOf(busy.token);
  for (let number = 0; number < 10; number += 1) await calculate(busy.token, 2 + number);
  const locked = sql<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs where locked_at is not null
  `;
  const count = async () => (await locked.execute(database.fork().getKysely())).rows[0]?.count;
  const stop = await database.fork().transactional(async (tx) => {
    // The lock keeps the calculations of this user from being saved, so that they occupy their slots.
    await userRepository.lockForUpdate(tx, busyId);
    const stopWorker = await runWorker(harness().services, 4);
    await expect.poll(count).toBe(2);
    const started = await calculate(other.token, 20);
    expect(await harness().endOfTask(started, other.token)).toMatchObject({ status: 'SUCCESS' });
    // The job unlocks only after its task has ended.
    await expect.poll(count).toBe(2);
    return stopWorker;
  });
  await stop();
});

it('marks the jobs of backtests, which leave a slot free', async () => {
  const { busy, calculate } = await twoUsers();
  await calculate(busy.token, 20);
  const strategyId = await addStrategy(harness(), busy.token);
  await harness().rest('POST', `/strategies/${strategyId}/backtests`, { token: busy.token, body: {} });
  const { rows } = await sql<{ flags: Record<string, true> }>`
    select flags from graphile_worker._private_jobs order by id
  `.execute(harness().services.database.fork().getKysely());
  const user = `user:${await idOf(busy.token)}`;
  expect(rows.map(({ flags }) => flags)).toEqual([{ [user]: true }, { [user]: true, [runFlag]: true }]);
});
