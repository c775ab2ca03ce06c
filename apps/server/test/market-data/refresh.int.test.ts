import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { chartRequests, skipRetryDelays, withYahoo } from '../support/with-yahoo.ts';

describe('a refresh', () => {
  it('adds the sector of a company when the search failed while the stock was added', async () => {
    const { mockServer, harness, token, stock, refresh } = await withYahoo();
    mockServer.behave('server-error', { endpoint: 'search', times: 1 });
    await harness.addStock(token, 'AAPL');
    expect(await stock('AAPL')).toMatchObject({ sector: null, industry: null });
    await refresh('AAPL');
    expect(await stock('AAPL')).toMatchObject({ sector: 'Technology', industry: 'Consumer Electronics' });
  });

  it('looks an unknown sector up once a month', async () => {
    const { mockServer, harness, token, run, refresh } = await withYahoo();
    await harness.addStock(token, 'LOAD1');
    await run(sql`update stock set type = 'equity', sector = null`);
    const requestsOf = async () => {
      const before = chartRequests(mockServer).length;
      await refresh('LOAD1');
      return chartRequests(mockServer).length - before;
    };
    // A look-up requests a chart, too.
    expect([await requestsOf(), await requestsOf()]).toEqual([2, 1]);
    await run(sql`update stock set sector_looked_up_at = now() - interval '31 days'`);
    expect([await requestsOf(), await requestsOf()]).toEqual([2, 1]);
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
    await skipRetryDelays(harness);
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
