import { enqueueDueRefreshes } from '@stockbook/api';
import { withStockLock } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { chartRequests, withYahoo } from '../support/with-yahoo.ts';

describe('the scheduled refresh', () => {
  it('refreshes each due stock once for all users, and schedules the next refresh', async () => {
    const { mockServer, harness, token, run } = await withYahoo();
    const other = await harness.signUp();
    for (const owner of [token, other.token]) await harness.addStock(owner, 'AAPL');
    await harness.addStock(token, 'MSFT');
    await run(sql`update stock set refresh_due_at = now() - interval '3 days' where symbol = 'AAPL'`);
    const requestCount = chartRequests(mockServer).length;
    await Promise.all([enqueueDueRefreshes(harness.services), enqueueDueRefreshes(harness.services)]);

    const due = async () => {
      const { rows } = await run(
        sql`select refresh_due_at > now() as later from stock where symbol = 'AAPL'`,
      );
      return rows;
    };
    await expect.poll(due).toEqual([{ later: true }]);
    await expect
      .poll(async () => (await run(sql`select 1 from graphile_worker._private_jobs`)).rows.length)
      .toBe(0);
    expect(
      chartRequests(mockServer)
        .slice(requestCount)
        .map(({ subject }) => subject),
    ).toEqual(['AAPL']);
  });

  it('gives priority to the tasks of users', async () => {
    const { harness, token, run } = await withYahoo({ WORKER_CONCURRENCY: 1 });
    const symbols = ['AAPL', 'MSFT', 'NVDA', 'AMZN'];
    for (const symbol of symbols) await harness.addStock(token, symbol);
    await run(sql`update stock set refresh_due_at = now() - interval '1 hour'`);
    await run(sql`update stock set refresh_due_at = now() - interval '2 hours' where symbol = 'AAPL'`);

    // The stock lock blocks the only slot of the worker with the first scheduled refresh.
    const { body } = await withStockLock(
      harness.services.database,
      'AAPL',
      AbortSignal.timeout(10_000),
      async () => {
        await enqueueDueRefreshes(harness.services);
        return harness.rest('POST', '/indicators/calculate', {
          token,
          body: { stock_symbol: 'AAPL', ta_indicator: 'SMA' },
        });
      },
    );
    const ended = await harness.waitForTask(`/indicators/task/${body.task_id}`, token);
    expect(ended).toMatchObject({ status: 'SUCCESS' });
    await expect
      .poll(async () => (await run(sql`select from stock where refresh_due_at < now()`)).rows)
      .toEqual([]);
    const { rows } = await run(sql`
      select symbol from stock, task
      where task.id = ${body.task_id} and last_fetched_at between task.created_at and task.finished_at
        and symbol <> 'AAPL'
    `);
    expect(rows).toEqual([]);
  });

  it('waits for the end of a session that lasts until midnight', async () => {
    const { harness, token, run } = await withYahoo();
    await harness.addStock(token, 'EURUSD=X');
    const { rows } = await run(
      sql`select (refresh_due_at at time zone 'Europe/London')::time between '00:28' and '01:28' as late from stock`,
    );
    expect(rows).toEqual([{ late: true }]);
  });

  it('stores the reason of a failure and retries within the hour', async () => {
    const { mockServer, harness, token, stock, run } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    await run(sql`update stock set refresh_due_at = now() - interval '1 second'`);
    mockServer.behave('html');
    await enqueueDueRefreshes(harness.services);
    await expect.poll(async () => (await stock('AAPL')).last_error).toEqual(expect.any(String));
    const { rows } = await run(
      sql`select refresh_due_at between now() + interval '50 minutes' and now() + interval '70 minutes' as soon from stock`,
    );
    expect(rows).toEqual([{ soon: true }]);
  });
});
