import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp, enqueueDueRefreshes } from '@stockbook/api';
import { withStockLock } from '@stockbook/db';
import { sql, type TestQuery } from '@stockbook/db/testing';
import { type Fault, startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Env } from '../../src/env.ts';
import { Harness, type RestResponse } from '../support/harness.ts';

type Stock = Record<string, unknown>;
interface Bar {
  date: string;
  close: number;
}

/** Longer than the limit that a test verifies: a task ends within a minute despite a faulty provider. */
const faultyTaskMs = 65_000;

/** The program with a mock server for Yahoo, and a signed-in user. */
async function withYahoo(changes: Partial<Env> = {}, whenFinished: typeof onTestFinished = onTestFinished) {
  const mockServer = await startYahooMockServer();
  const harness = await Harness.start({ MARKET_DATA: 'yahoo', YAHOO_URL: mockServer.url, ...changes });
  whenFinished(async () => {
    await harness.stop();
    await mockServer.close();
  });
  return { mockServer, harness, ...(await asUser(harness)) };
}

/** The program with a folder of CSV files, and a signed-in user. */
async function withFiles() {
  const dir = await mkdtemp(join(tmpdir(), 'stockbook-files-'));
  const harness = await Harness.start({ MARKET_DATA: 'csv', MARKET_DATA_CSV_DIR: dir });
  onTestFinished(async () => {
    await harness.stop();
    await rm(dir, { recursive: true });
  });
  const put = (symbol: string, lines: readonly string[]) =>
    writeFile(join(dir, `${symbol}.csv`), ['date,open,high,low,close,volume', ...lines].join('\n'));
  return { put, harness, ...(await asUser(harness)) };
}

/** Signs a user up. @returns the user's requests */
async function asUser(harness: Harness) {
  const { token } = await harness.signUp();
  const get = async (path: string) => (await harness.rest('GET', path, { token })).body;
  return {
    token,
    stock: async (symbol: string) => (await get(`/stocks/${symbol}`)).stock as Stock,
    bars: async (symbol: string) => (await get(`/stocks/${symbol}/data`)).data as Bar[],
    async refresh(symbol: string, limitMs?: number): Promise<RestResponse['body']> {
      const { body } = await harness.rest('POST', `/stocks/${symbol}/refresh`, { token });
      const { task_id } = body.data as { task_id: string };
      return harness.waitForTask(`/stocks/tasks/${task_id}`, token, limitMs);
    },
    run: (query: TestQuery<unknown>) => query.execute(harness.services.database.fork().getKysely()),
  };
}

const chartRequests = ({ requests }: YahooMockServer) =>
  requests.filter(({ endpoint }) => endpoint === 'chart');

describe('a refresh', () => {
  it('adds the sector of a company when the search failed while the stock was added', async () => {
    const { mockServer, harness, token, stock, refresh } = await withYahoo();
    mockServer.behave('server-error', { endpoint: 'search', times: 1 });
    await harness.addStock(token, 'AAPL');
    expect(await stock('AAPL')).toMatchObject({ sector: null, industry: null });
    await refresh('AAPL');
    expect(await stock('AAPL')).toMatchObject({ sector: 'Technology', industry: 'Consumer Electronics' });
  });

  it('requests only recent bars, and succeeds when nothing has changed', async () => {
    const { mockServer, harness, token, stock, bars, refresh } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    const before = await bars('AAPL');
    expect(await stock('AAPL')).toMatchObject({ data_source: 'yahoo', last_error: null });
    const requestCount = chartRequests(mockServer).length;
    expect(await refresh('AAPL')).toMatchObject({ status: 'SUCCESS' });
    const [update, ...more] = chartRequests(mockServer).slice(requestCount);
    expect(more).toEqual([]);
    const period = Number(new URL(update?.url ?? '', 'http://x').searchParams.get('period1'));
    expect(Date.now() / 1000 - period).toBeLessThan(40 * 86_400);
    expect(await bars('AAPL')).toEqual(before);
  });

  it('fetches the whole history again after a split, and recalculates indicators', async () => {
    const { mockServer, harness, token, bars, refresh } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    await harness.calculate(token, { stock_symbol: 'AAPL', ta_indicator: 'SMA' });
    const before = await bars('AAPL');
    const sma = async () => {
      const { body } = await harness.rest('GET', '/indicators/AAPL', { token });
      return (body.indicators as { data: { value: number }[] }[])[0]?.data.map(({ value }) => value) ?? [];
    };
    const smaBefore = await sma();
    const date = before.at(-2)?.date ?? '';
    mockServer.split('AAPL', { date, numerator: 2, denominator: 1 });
    expect(await refresh('AAPL')).toMatchObject({ status: 'SUCCESS' });

    const after = await bars('AAPL');
    expect(after.map((bar) => bar.date)).toEqual(before.map((bar) => bar.date));
    expect(after[0]?.close).toBeCloseTo((before[0]?.close ?? 0) / 2, 2);
    const smaAfter = await sma();
    expect(smaAfter).toHaveLength(smaBefore.length);
    expect(smaAfter[0]).toBeCloseTo((smaBefore[0] ?? 0) / 2, 2);
  });

  it.each([
    [
      'whose function does not exist any more',
      sql`update calculated_indicator set indicator_function = 'GONE' where indicator_function = 'VAR'`,
    ],
    [
      'with a parameter that is no longer allowed',
      sql`update calculated_indicator set parameters = '{"timeperiod": 0}' where indicator_function = 'VAR'`,
    ],
    [
      'whose formula overflows',
      sql`update price_bar set close = 1e200 where date = (select min(date) from price_bar)`,
    ],
  ])('stores the bars, and leaves an indicator without values %s', async (_, spoil) => {
    const { harness, token, bars, refresh, run } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    for (const ta_indicator of ['SMA', 'VAR']) {
      await harness.calculate(token, { stock_symbol: 'AAPL', ta_indicator, indicator_name: ta_indicator });
    }
    const before = await bars('AAPL');
    await run(spoil);
    await run(sql`update price_bar set close = low where date = (select max(date) from price_bar)`);
    expect(await refresh('AAPL')).toMatchObject({ status: 'SUCCESS' });

    expect((await bars('AAPL')).at(-1)).toEqual(before.at(-1));
    const { body } = await harness.rest('GET', '/indicators/AAPL', { token });
    const indicators = body.indicators as { indicator_name: string; data: unknown[] }[];
    expect(Object.fromEntries(indicators.map((one) => [one.indicator_name, one.data.length]))).toEqual({
      SMA: before.length - 19,
      VAR: 0,
    });
    const warnings = harness.logged.filter((line) => line.includes('an indicator could not be calculated'));
    expect(warnings).toHaveLength(1);
  });

  it('keeps all bars when a split comes with invalid rows, and stores the split with the next refresh', async () => {
    const { mockServer, harness, token, stock, bars, refresh } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    const before = await bars('AAPL');
    mockServer.split('AAPL', { date: before.at(-2)?.date ?? '', numerator: 2, denominator: 1 });
    mockServer.behave('nulls');
    const { status, message } = await refresh('AAPL');
    expect(status).toBe('FAILURE');
    expect(message).toMatch(
      /^The history that came for "AAPL" lacks 19\d of the 9,\d{3} days that are kept$/,
    );
    expect(await bars('AAPL')).toEqual(before);
    expect((await stock('AAPL')).last_error).toBe(message);

    mockServer.behaveWell();
    expect(await refresh('AAPL')).toMatchObject({ status: 'SUCCESS', result: { rows: before.length } });
    expect((await bars('AAPL'))[0]?.close).toBeCloseTo((before[0]?.close ?? 0) / 2, 2);
  });

  it('detects a history that was restated without a split event', async () => {
    const { mockServer, harness, token, bars, refresh } = await withYahoo();
    await harness.addStock(token, 'MSFT');
    const before = await bars('MSFT');
    mockServer.restate('MSFT', 0.5);
    await refresh('MSFT');
    expect((await bars('MSFT'))[100]?.close).toBeCloseTo((before[100]?.close ?? 0) / 2, 2);
  });
});

describe('a second user', () => {
  it('gets a stock without a provider request until its next refresh is due', async () => {
    const { mockServer, harness, token, refresh, run } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    await run(sql`
      update stock set last_fetched_at = now() - interval '9 hours', refresh_due_at = now() + interval '9 hours'
    `);
    const requestCount = chartRequests(mockServer).length;
    mockServer.behave('delisted');
    const other = await harness.signUp();
    expect(await harness.addStock(other.token, 'AAPL')).toMatchObject({ status: 'SUCCESS' });
    expect(chartRequests(mockServer)).toHaveLength(requestCount);

    expect(await refresh('AAPL')).toMatchObject({ status: 'FAILURE' });
    expect(chartRequests(mockServer).length).toBeGreaterThan(requestCount);
  });

  it('waits for a new history when the next refresh is due', async () => {
    const { mockServer, harness, token, run } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    await run(sql`
      update stock set last_fetched_at = now() - interval '9 hours', refresh_due_at = now() - interval '1 second'
    `);
    const requestCount = chartRequests(mockServer).length;
    const other = await harness.signUp();
    expect(await harness.addStock(other.token, 'AAPL')).toMatchObject({ status: 'SUCCESS' });
    expect(chartRequests(mockServer).length).toBeGreaterThan(requestCount);
  });
});

describe('a changed file', () => {
  /** 200 days from 2024-01-01, with the closes 100, 101, … */
  const lines = Array.from({ length: 200 }, (_, day) => {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date},${100 + day},${101 + day},${99 + day},${100 + day},500`;
  });
  const barOf = (line: string): Bar => {
    const [date = '', , , , close] = line.split(',');
    return { date, close: Number(close) };
  };

  it.each([
    ['an old price corrected', lines.with(20, '2024-01-21,5,6,4,5.5,500')],
    ['history inserted at the start', ['2023-12-29,50,51,49,50,500', ...lines]],
    ['an earlier day inserted out of order', lines.toSpliced(20, 0, '2023-06-01,50,51,49,50,500')],
    ['a day deleted', lines.toSpliced(20, 1)],
    ['the last days deleted', lines.slice(0, -50)],
    ['the first days deleted', lines.slice(50)],
  ])('replaces the whole history at the next refresh: %s', async (_, changed) => {
    const { put, harness, token, stock, bars, refresh } = await withFiles();
    await put('MYFUND', lines);
    await harness.addStock(token, 'MYFUND');
    await harness.calculate(token, {
      stock_symbol: 'MYFUND',
      ta_indicator: 'SMA',
      parameters: { timeperiod: 2 },
    });
    await put('MYFUND', changed);
    expect(await refresh('MYFUND')).toMatchObject({ status: 'SUCCESS', result: { rows: changed.length } });

    const expected = changed.map(barOf).sort((left, right) => (left.date < right.date ? -1 : 1));
    expect((await bars('MYFUND')).map(({ date, close }) => ({ date, close }))).toEqual(expected);
    expect(await stock('MYFUND')).toMatchObject({
      data_start_date: expected[0]?.date,
      data_end_date: expected.at(-1)?.date,
      last_error: null,
    });
    const { body } = await harness.rest('GET', '/indicators/MYFUND', { token });
    const [sma] = body.indicators as { data: unknown[] }[];
    expect(sma?.data).toHaveLength(changed.length - 1);
  });

  it('does not change the revision when only the order of its lines differs', async () => {
    const { put, harness, token, refresh, run } = await withFiles();
    await put('MYFUND', lines);
    await harness.addStock(token, 'MYFUND');
    const revision = async () => (await run(sql`select bars_revision from stock`)).rows;
    const before = await revision();
    await put('MYFUND', lines.toReversed());
    await refresh('MYFUND');
    expect(await revision()).toEqual(before);
  });
});

describe('an ISIN', () => {
  it('is stored when the stock was added by its symbol before', async () => {
    const { harness, token, stock } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    const other = await harness.signUp();
    const ended = await harness.addStock(other.token, 'US0378331005');
    expect(ended).toMatchObject({ status: 'SUCCESS', result: { symbol: 'AAPL' } });
    expect(await stock('AAPL')).toMatchObject({ isin: 'US0378331005' });
  });

  it('is resolved to its primary listing, and stored', async () => {
    const { harness, token, stock } = await withYahoo();
    const ended = await harness.addStock(token, 'US0378331005');
    expect(ended).toMatchObject({ status: 'SUCCESS', result: { symbol: 'AAPL' } });
    expect(await stock('AAPL')).toMatchObject({ isin: 'US0378331005' });
  });
});

describe('an ISIN with a symbol', () => {
  async function add(isin: string | null | undefined) {
    const { mockServer, harness, token, stock } = await withYahoo();
    const { body } = await harness.rest('POST', '/stocks/', { token, body: { symbol: 'AAPL', isin } });
    const { task_id } = body.data as { task_id: string };
    const { status, message } = await harness.waitForTask(`/stocks/tasks/${task_id}`, token);
    expect(status).toBe('SUCCESS');
    const searches = mockServer.requests.filter(
      ({ endpoint, subject }) => endpoint === 'search' && subject === isin,
    );
    return { message, isin: (await stock('AAPL')).isin, searches: searches.length, harness, token };
  }
  const added = 'AAPL was added to your watch list.';

  it('is stored when the provider finds the symbol by it', async () => {
    expect(await add('US0378331005')).toMatchObject({ message: added, isin: 'US0378331005', searches: 1 });
  });

  it.each([
    ['another stock has', 'US5949181045'],
    ['no stock has', 'US0000000002'],
  ])('that %s is not stored, and the stock is added without it', async (_, isin) => {
    const message = `${added} The ISIN ${isin} was not kept: it does not name AAPL.`;
    expect(await add(isin)).toMatchObject({ message, isin: null, searches: 1 });
  });

  it.each([null, undefined])('may be %s', async (isin) => {
    expect(await add(isin)).toMatchObject({ message: added, isin: null, searches: 0 });
  });

  it('is stored when an existing stock has none', async () => {
    const { harness, token } = await add(null);
    const before = (await harness.rest('GET', '/stocks/AAPL', { token })).body.stock;
    const other = await harness.signUp();
    const body = { symbol: 'AAPL', isin: 'US0378331005' };
    const { body: answer } = await harness.rest('POST', '/stocks/', { token: other.token, body });
    const { task_id } = answer.data as { task_id: string };
    expect(await harness.waitForTask(`/stocks/tasks/${task_id}`, other.token)).toMatchObject({
      message: added,
    });
    const after = (await harness.rest('GET', '/stocks/AAPL', { token })).body.stock;
    expect(after).toEqual({ ...(before as object), isin: 'US0378331005' });
  });

  it('does not change the ISIN that the stock already has', async () => {
    const { harness, token } = await add('US0378331005');
    const other = await harness.signUp();
    const body = { symbol: 'AAPL', isin: 'US5949181045' };
    const { body: answer } = await harness.rest('POST', '/stocks/', { token: other.token, body });
    const { task_id } = answer.data as { task_id: string };
    expect(await harness.waitForTask(`/stocks/tasks/${task_id}`, other.token)).toMatchObject({
      message: added,
    });
    const item = await harness.rest('GET', '/stocks/AAPL', { token });
    expect(item.body.stock).toMatchObject({ isin: 'US0378331005' });
  });

  it('is rejected when it is invalid', async () => {
    const { harness, token } = await withYahoo();
    for (const [isin, error] of [
      ['US0378331006', 'Invalid ISIN: the check digit does not match'],
      ['AAPL', 'An ISIN has two letters, nine letters or digits, and a check digit'],
      ['', 'An ISIN has two letters, nine letters or digits, and a check digit'],
      [5, 'ISIN must be text'],
    ]) {
      const answer = await harness.rest('POST', '/stocks/', { token, body: { symbol: 'AAPL', isin } });
      expect(answer).toMatchObject({ status: 400, body: { error, details: [{ field: 'isin' }] } });
    }
  });
});

describe('a provider with a fault', () => {
  const faults: Fault[] = [
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
    'hang',
    'drip',
    'huge',
    'hang-up',
  ];

  it.concurrent.for(faults)(
    '(%s) ends the task within a minute, loses no bar, and is reported',
    { timeout: 90_000 },
    async (fault, { onTestFinished: whenFinished }) => {
      const { mockServer, harness, token, stock, bars, refresh } = await withYahoo({}, whenFinished);
      await harness.addStock(token, 'AAPL');
      const before = await bars('AAPL');
      mockServer.behave(fault);
      const startedAt = performance.now();
      const { status, message } = await refresh('AAPL', faultyTaskMs);
      expect(performance.now() - startedAt).toBeLessThan(60_000);

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
  }, async () => {
    const { mockServer, harness, token } = await withYahoo();
    mockServer.behave('server-error');
    expect(await harness.addStock(token, 'AAPL', 55_000)).toMatchObject({ status: 'FAILURE' });
    expect((await harness.rest('GET', '/stocks/', { token })).body.total).toBe(0);
  });

  it('gets no requests for a minute after repeated failures, and tasks fail at once', async () => {
    const { mockServer, harness, token } = await withYahoo();
    mockServer.behave('server-error');
    for (const symbol of ['AAPL', 'MSFT']) await harness.addStock(token, symbol);
    const requestCount = chartRequests(mockServer).length;
    const { status, message } = await harness.addStock(token, 'NVDA');
    expect(status).toBe('FAILURE');
    expect(message).toMatch(/; try again after \d\d:\d\d UTC$/);
    expect(chartRequests(mockServer)).toHaveLength(requestCount);
  });

  it('gets no requests from any process while it limits requests, which task and health report', async () => {
    const { mockServer, harness, token, refresh, run } = await withYahoo();
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

  it('ends a task at once when it limits requests for longer than a task waits', async () => {
    const { mockServer, harness, token, refresh } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    mockServer.behave('rate-limited', { retryAfter: '3660', times: 1 });
    expect(await refresh('AAPL')).toMatchObject({
      status: 'FAILURE',
      message: expect.stringMatching(/^Yahoo Finance is limiting requests; trying again after .+ UTC$/),
    });
  });
});

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

describe('the clean-up', () => {
  it('deletes finished tasks after seven days, and expired sign-ins', async () => {
    const { harness, token, run } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    await harness.addStock(token, 'MSFT');
    await run(sql`update task set finished_at = now() - interval '8 days' where subject = 'AAPL'`);
    const { refreshToken } = await harness.signUp();
    await run(
      sql`update sign_in set expires_at = now() - interval '1 second' where created_at = (select max(created_at) from sign_in)`,
    );
    await cleanUp(harness.services, new AbortController().signal);
    const { rows } = await run(sql`select subject from task`);
    expect(rows).toEqual([{ subject: 'MSFT' }]);
    expect((await run(sql`select id from sign_in`)).rows).toHaveLength(1);
    const renewed = await harness.rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
    expect(renewed.status).toBe(401);
  });
});
