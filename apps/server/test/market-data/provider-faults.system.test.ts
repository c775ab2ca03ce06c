import { sql } from '@stockbook/db/testing';
import type { Fault } from '@stockbook/market-data/testing';
import { describe, it } from 'vitest';
import { chartRequests, skipRetryDelays, withYahoo } from '../support/with-yahoo.ts';

/** Longer than the limit that a test verifies: a task ends within a minute despite a faulty provider. */
const faultyTaskMs = 65_000;

// The tests mostly wait: run concurrently, they take as long as the slowest.
describe.concurrent('a provider with a fault', () => {
  // The slowest first: they take the provider's time-out.
  const faults: Fault[] = [
    'hang',
    'drip',
    'nulls',
    'nan',
    'negative-prices',
    'high-below-low',
    'duplicate-day',
    'market-open',
    'market-open-null-close',
    'other-symbol',
    'delisted',
    'no-prices',
    'server-error',
    'html',
    'other-json',
    'cut-in-half',
    'huge',
    'hang-up',
  ];

  it.for(faults)(
    '(%s) ends the task within a minute, loses no bar, and is reported',
    { timeout: 90_000 },
    async (fault, { expect, onTestFinished }) => {
      const { mockServer, harness, token, stock, bars, refresh } = await withYahoo({}, onTestFinished);
      // Twenty programs start at the same time.
      await harness.addStock(token, 'AAPL', faultyTaskMs);
      const before = await bars('AAPL');
      mockServer.behave(fault);
      const skippedMs = await skipRetryDelays(harness);
      const startedAt = performance.now();
      const { status, message } = await refresh('AAPL', faultyTaskMs);
      expect(performance.now() - startedAt + (await skippedMs())).toBeLessThan(60_000);

      const after = await bars('AAPL');
      expect(after.slice(0, before.length)).toEqual(before);
      for (const { close } of after) expect(close).toBeGreaterThan(0);
      const { last_error } = await stock('AAPL');
      expect(last_error).toBe(status === 'FAILURE' ? message : null);
      expect(String(message)).toMatch(/^[A-Z].{10,}/);
    },
  );

  it('leaves the watch list empty when it fails before it has confirmed the symbol', {
    timeout: 60_000,
  }, async ({ expect, onTestFinished }) => {
    const { mockServer, harness, token } = await withYahoo({}, onTestFinished);
    await skipRetryDelays(harness);
    mockServer.behave('server-error');
    expect(await harness.addStock(token, 'AAPL', 55_000)).toMatchObject({ status: 'FAILURE' });
    expect((await harness.rest('GET', '/stocks/', { token })).body.total).toBe(0);
  });

  it('gets no requests for a minute after repeated failures, and tasks fail at once', async ({
    expect,
    onTestFinished,
  }) => {
    const { mockServer, harness, token } = await withYahoo({}, onTestFinished);
    await skipRetryDelays(harness);
    mockServer.behave('server-error');
    for (const symbol of ['AAPL', 'MSFT']) await harness.addStock(token, symbol);
    const requestCount = chartRequests(mockServer).length;
    const { status, message } = await harness.addStock(token, 'NVDA');
    expect(status).toBe('FAILURE');
    expect(message).toMatch(/; try again after (\d{4}-\d\d-\d\d )?\d\d:\d\d UTC$/);
    expect(chartRequests(mockServer)).toHaveLength(requestCount);
  });

  it('gets no requests from any process while it limits requests, which task and health report', async ({
    expect,
    onTestFinished,
  }) => {
    const { mockServer, harness, token, refresh, run } = await withYahoo({}, onTestFinished);
    await harness.addStock(token, 'AAPL');
    mockServer.behave('rate-limited', { retryAfter: '2', times: 1 });
    const { body } = await harness.rest('POST', '/stocks/AAPL/refresh', { token });
    const path = `/stocks/tasks/${(body.data as { task_id: string }).task_id}`;
    await expect
      .poll(async () => (await harness.rest('GET', path, { token })).body.message)
      .toMatch(/^Yahoo Finance is limiting requests; trying again after/);
    await expect
      .poll(async () => (await harness.rest('GET', '/health')).body.market_data)
      .toBe('rate_limited');
    const { rows } = await run(sql`select cool_down_until from provider_state where provider = 'yahoo'`);
    expect(rows).toHaveLength(1);
    expect(await harness.waitForTask(path, token)).toMatchObject({ status: 'SUCCESS' });
    expect(await refresh('AAPL')).toMatchObject({ status: 'SUCCESS' });
  });

  it('ends a task at once when it limits requests for longer than a task waits', async ({
    expect,
    onTestFinished,
  }) => {
    const { mockServer, harness, token, refresh } = await withYahoo({}, onTestFinished);
    await harness.addStock(token, 'AAPL');
    mockServer.behave('rate-limited', { retryAfter: '3660', times: 1 });
    expect(await refresh('AAPL')).toMatchObject({
      status: 'FAILURE',
      message: expect.stringMatching(/^Yahoo Finance is limiting requests; trying again after .+ UTC$/),
    });
  });
});
