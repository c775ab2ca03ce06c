import { sql } from '@stockbook/db/testing';
import { pollUntil } from '@stockbook/testing';
import { describe, expect, it } from 'vitest';
import { exampleRules, useBacktests } from '../support/with-backtests.ts';

const { files, post, get, newStrategy, run, endOf, backtestAt, trackingOf } = useBacktests();

/** Keeps runs from reading bars meanwhile, for 3 seconds at most. */
function withLockedBars<Result>(use: () => Promise<Result>): Promise<Result> {
  return files()
    .harness.services.database.fork()
    .transactional(async (tx) => {
      await sql`lock table price_bar in access exclusive mode`.execute(tx.getKysely());
      return use();
    });
}

describe('a request for a backtest', () => {
  it('rejects a backtest when the strategy has no rules that can be run', async () => {
    const { token } = await files().harness.signUp();
    const id = await newStrategy(token, { entry: { indicator: 'RSI' } });
    expect(await post(token, `/strategies/${id}/backtests`)).toMatchObject({
      status: 400,
      body: {
        error: "This strategy's rules are not in a form that can be run",
        details: [{ field: 'rules.format', message: 'rules.format must be "stockbook/1"', position: null }],
      },
    });
  });

  it.each([
    [{ cash: 0 }, 'cash'],
    [{ size_percent: 100.1 }, 'size_percent'],
    [{ commission_percent: 10 }, 'commission_percent'],
    [{ commission_fixed: -1 }, 'commission_fixed'],
    [{ spread_percent: 10.1 }, 'spread_percent'],
    [{ since: '2024-01-02', until: '2024-01-01' }, 'since'],
    [{ spread_percent: 8 }, 'take_profit_percent must be larger than spread_percent'],
  ])('rejects a backtest with the settings %j', async (settings, named) => {
    const { token } = await files().harness.signUp();
    const id = await newStrategy(token, exampleRules);
    const { status, body } = await post(token, `/strategies/${id}/backtests`, { settings });
    expect([status, body.error]).toEqual([400, expect.stringContaining(named)]);
  });

  it('answers the equal one in progress, and is rejected while two others are in progress', async () => {
    const { token } = await trackingOf([1, 2, 3]);
    const id = await newStrategy(token, exampleRules);
    const request = (cash: number) => post(token, `/strategies/${id}/backtests`, { settings: { cash } });
    const { started, third } = await withLockedBars(async () => {
      const first = await Promise.all(Array.from({ length: 8 }, () => request(1_000)));
      return { started: [...first, await request(2_000)], third: await request(3_000) };
    });
    expect(started.map(({ status }) => status)).toEqual(Array(9).fill(202));
    const runs = [...new Set(started.map(({ body }) => `${body.task_id} ${body.backtest_id}`))];
    expect(runs).toHaveLength(2);
    expect(third).toMatchObject({
      status: 409,
      body: { error: 'Two of your runs are in progress. Wait until one has ended' },
    });
    for (const { body } of started) {
      expect(await endOf(token, body)).toMatchObject({ status: 'SUCCESS' });
    }
    const again = await request(1_000);
    expect(runs).not.toContain(`${again.body.task_id} ${again.body.backtest_id}`);
    await endOf(token, again.body);
    expect((await get(token, `/strategies/${id}/backtests`)).body.total).toBe(3);
  });
});

describe('a backtest in progress', () => {
  it.each([
    ['it', (_: string, path: string) => path, 'The backtest was deleted'],
    ['its strategy', (id: string) => `/strategies/${id}`, 'The strategy was deleted'],
  ])('ends when %s is deleted, and leaves nothing behind', async (_, pathOf, message) => {
    const { harness } = files();
    const { token } = await trackingOf([1, 2, 3]);
    const id = await newStrategy(token, exampleRules);
    const { started } = await withLockedBars(async () => {
      const { body } = await post(token, `/strategies/${id}/backtests`);
      const path = pathOf(id, `/backtests/${body.backtest_id}`);
      expect((await harness.rest('DELETE', path, { token })).status).toBe(200);
      return { started: body };
    });
    expect(await endOf(token, started)).toMatchObject({ status: 'FAILURE', error: message });
    const db = harness.services.database.fork().getKysely();
    await pollUntil('the end of the job', async () => {
      const { rows } = await sql`select from graphile_worker.jobs where locked_at is not null`.execute(db);
      return rows.length === 0;
    });
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from backtest_result where backtest_id = ${started.backtest_id}
    `.execute(db);
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('deleting', () => {
  it('a backtest returns it and leaves nothing behind', async () => {
    const { token } = await trackingOf([1, 2, 3]);
    const { path } = await run(token, exampleRules);
    const before = await backtestAt(token, path);
    expect((await files().harness.rest('DELETE', path, { token })).body).toEqual(before);
    expect((await get(token, path)).status).toBe(404);
    expect((await get(token, `${path}/trades`)).status).toBe(404);
  });

  it('a strategy deletes its backtests', async () => {
    const { token } = await trackingOf([1, 2, 3]);
    const { path, strategyId } = await run(token, exampleRules);
    const deleted = await files().harness.rest('DELETE', `/strategies/${strategyId}`, { token });
    expect(deleted).toMatchObject({ status: 200, body: { id: strategyId, runnable: true, problems: [] } });
    expect((await get(token, path)).status).toBe(404);
    expect((await get(token, `/strategies/${strategyId}/backtests`)).status).toBe(404);
  });
});
