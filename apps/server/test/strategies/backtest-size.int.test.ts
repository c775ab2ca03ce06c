import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { exampleRules, useBacktests } from '../support/with-backtests.ts';

/** One result of the histories below takes about 1,100 bytes. */
const { files, post, get, endOf, newStrategy, run, trackingOf } = useBacktests({
  MAX_BACKTEST_BYTES_PER_USER: 2_500,
});

const closes = [1, 2, 3, 2, 4];

async function resultBytes(): Promise<number[]> {
  const { rows } = await sql<{ bytes: number }>`
    select result_bytes as bytes from backtest where result_bytes > 0 order by created_at
  `.execute(files().harness.services.database.fork().getKysely());
  return rows.map(({ bytes }) => bytes);
}

it('deletes the oldest backtests of a user, of whichever strategy, when the results exceed their size', async () => {
  const { token } = await trackingOf(closes);
  const other = await trackingOf(closes);
  const kept = await run(other.token, exampleRules);
  const runs: Awaited<ReturnType<typeof run>>[] = [];
  for (const cash of [1_000, 2_000, 3_000, 4_000]) runs.push(await run(token, exampleRules, { cash }));
  expect(runs.map(({ task }) => task.status)).toEqual(Array(4).fill('SUCCESS'));
  const statuses = await Promise.all(runs.map(async ({ path }) => (await get(token, path)).status));
  expect(statuses).toEqual([404, 404, 200, 200]);
  expect((await get(other.token, kept.path)).status).toBe(200);
  for (const bytes of await resultBytes()) {
    expect(bytes).toBeGreaterThan(2_500 / 3);
    expect(bytes).toBeLessThanOrEqual(2_500 / 2);
  }
});

it('keeps the newest of two runs that end at the same time, and the limit', async () => {
  const { token } = await trackingOf(closes);
  const id = await newStrategy(token, exampleRules);
  for (const pair of [
    [1_000, 2_000],
    [3_000, 4_000],
  ]) {
    const started = await Promise.all(
      pair.map((cash) => post(token, `/strategies/${id}/backtests`, { settings: { cash } })),
    );
    for (const { body } of started) expect(await endOf(token, body)).toMatchObject({ status: 'SUCCESS' });
  }
  const { body } = await get(token, `/strategies/${id}/backtests`);
  const backtests = body.backtests as { settings: { cash: number } }[];
  expect(backtests.map(({ settings }) => settings.cash).sort()).toEqual([3_000, 4_000]);
});

it('fails a run whose results alone exceed the size, and keeps the others', async () => {
  const { token, symbols } = await trackingOf(closes, closes, closes);
  const small = await run(token, { ...exampleRules, scope: { symbols: symbols.slice(0, 1) } });
  const { task } = await run(token, exampleRules);
  expect(task).toMatchObject({
    status: 'FAILURE',
    error:
      'The results of all your backtests may take 2,500 bytes together, and these alone take more. Test fewer stocks or a shorter time',
  });
  expect((await get(token, small.path)).status).toBe(200);
});
