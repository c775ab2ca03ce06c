import { fetchQuotes } from '@stockbook/api';
import { quoteList } from '@stockbook/api/schemas';
import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { usePriceFiles } from '../support/with-price-files.ts';

/** A Friday during the session of New York. */
const start = new Date('2026-11-20T15:00:00Z');
let now = start;

describe('GET /quotes/', () => {
  const harness = useHarness({ MARKET_DATA: 'simulated' }, () => now);

  const reader = (...symbols: string[]) => readerAt(start, symbols);

  async function readerAt(at: Date, symbols: readonly string[]) {
    now = at;
    const { token } = await harness().signUp();
    for (const symbol of symbols) await harness().addStock(token, symbol);
    const get = (query: string, headers = {}) =>
      harness().rest('GET', `/quotes/?symbols=${query}`, { token, headers });
    const fetchDue = () => fetchQuotes(harness().services, new AbortController().signal);
    return { token, get, fetchDue };
  }

  it('has a price after the first request made it due', async () => {
    const { get, fetchDue } = await reader('AAPL');
    const first = quoteList.parse((await get('aapl')).body);
    expect(first).toMatchObject({
      quotes: [],
      skipped: [{ symbol: 'AAPL', reason: 'The first price is on its way' }],
      interval_s: 15,
      problem: null,
    });
    await fetchDue();
    // The worker may have claimed the stock before.
    await expect.poll(async () => (await get('AAPL')).body.skipped).toEqual([]);
    const { quotes, next_at } = quoteList.parse((await get('AAPL')).body);
    expect(quotes).toMatchObject([
      {
        symbol: 'AAPL',
        market_state: 'open',
        session_date: '2026-11-20',
        time: start.toISOString(),
        fetched_at: start.toISOString(),
        source: 'simulated',
        delay_minutes: 0,
        is_stale: false,
      },
    ]);
    expect(Date.parse(next_at ?? '')).toBeLessThanOrEqual(start.getTime() + 15_000);
  });

  it('answers 304 to the ETag until a quote changes', async () => {
    const { get, fetchDue } = await reader('MSFT');
    await get('MSFT');
    await fetchDue();
    const { headers } = await get('MSFT');
    expect(headers['cache-control']).toBe('private, no-cache');
    const condition = { 'if-none-match': String(headers.etag) };
    expect((await get('MSFT', condition)).status).toBe(304);
    now = new Date(start.getTime() + 30_000);
    await fetchDue();
    expect((await get('MSFT', condition)).status).toBe(200);
  });

  it('marks a quote as stale after three intervals of an open market', async () => {
    const { get, fetchDue } = await reader('NVDA');
    await get('NVDA');
    await fetchDue();
    now = new Date(start.getTime() + 46_000);
    expect((await get('NVDA')).body.quotes).toMatchObject([{ is_stale: true }]);
  });

  it('computes the change from the previous close, and that after hours from the price of the session', async () => {
    const { get, fetchDue } = await reader('IBM');
    await get('IBM');
    await fetchDue();
    const read = async () => quoteList.parse((await get('IBM')).body).quotes[0];
    await expect.poll(read).toBeDefined();
    const change = (previousClose: number | null) =>
      sql`
        update stock_quote set price = 187.62, previous_close = ${previousClose}::float8, market_state = 'post',
          extended_kind = 'post', extended_price = 188.1, extended_time = ${start}
        where stock_id = (select id from stock where symbol = 'IBM')
      `.execute(harness().services.database.fork().getKysely());
    await change(186.9);
    expect(await read()).toMatchObject({
      previous_close: 186.9,
      change: 0.72,
      change_percent: 0.3852,
      extended: {
        kind: 'post',
        price: 188.1,
        change: 0.48,
        change_percent: 0.2558,
        time: start.toISOString(),
      },
    });
    await change(null);
    expect(await read()).toMatchObject({ previous_close: null, change: null, change_percent: null });
  });

  it('makes no stock due again at the weekend but those with bars on its days', async () => {
    const saturday = new Date('2026-11-21T18:00:00Z');
    const { get, fetchDue } = await readerAt(saturday, ['DIS', 'KO']);
    await sql`update stock set weekend_days = '[6]' where symbol = 'DIS'`.execute(
      harness().services.database.fork().getKysely(),
    );
    const fetchTimes = async () => {
      const { quotes } = quoteList.parse((await get('DIS,KO')).body);
      await fetchDue();
      return quotes.map(({ fetched_at }) => fetched_at);
    };
    await expect.poll(fetchTimes).toEqual([saturday.toISOString(), saturday.toISOString()]);
    now = new Date(saturday.getTime() + 20 * 60_000);
    await expect.poll(fetchTimes).toEqual([now.toISOString(), saturday.toISOString()]);
  });

  it('skips stocks of others like unknown ones', async () => {
    await reader('AMZN');
    const { get } = await reader();
    const reason = 'Not on your watch list';
    expect((await get('AMZN,NOSUCH,%00')).status).toBe(400);
    expect((await get('AMZN,,NOSUCH,amzn')).body.skipped).toEqual([
      { symbol: 'AMZN', reason },
      { symbol: 'NOSUCH', reason },
    ]);
  });

  it('has prices of stocks that are held in a portfolio, and on no list', async () => {
    await reader('TSLA');
    const { token, get } = await reader();
    const post = (path: string, body: object) => harness().rest('POST', path, { token, body });
    const { body: portfolio } = await post('/portfolios', { name: 'Held' });
    const purchase = { type: 'BUY', date: '2026-01-05', symbol: 'TSLA', quantity: 1, price: 100 };
    const added = await post(`/portfolios/${portfolio.id}/transactions`, { ...purchase, currency: 'USD' });
    expect(added.status).toBe(201);
    const { quotes, skipped } = quoteList.parse((await get('TSLA,NVDA')).body);
    expect([...quotes, ...skipped].map(({ symbol }) => symbol)).toEqual(['TSLA', 'NVDA']);
    expect(skipped.find(({ symbol }) => symbol === 'TSLA')?.reason).not.toBe('Not on your watch list');
    expect(skipped).toContainEqual({ symbol: 'NVDA', reason: 'Not on your watch list' });
  });

  it.each([
    ['', 'Name at least one symbol'],
    [',,', 'Name at least one symbol'],
    [Array.from({ length: 101 }, (_, index) => `X${index}`).join(','), 'Ask for 100 symbols at most'],
  ])('rejects the symbols "%s"', async (symbols, error) => {
    const { get } = await reader();
    expect(await get(symbols)).toMatchObject({ status: 400, body: { error } });
  });

  it('answers 429 beyond 600 symbols within a minute', async () => {
    const { get } = await reader();
    const symbols = Array.from({ length: 100 }, (_, index) => `X${index}`).join(',');
    for (let request = 0; request < 6; request += 1) expect((await get(symbols)).status).toBe(200);
    expect(await get('AAPL')).toMatchObject({
      status: 429,
      body: { error: 'Too many prices: try again in 60 seconds' },
    });
  });

  it('does not count as a use of the sign-in', async () => {
    const { token, get } = await reader('JPM');
    const { body: user } = await harness().rest('GET', '/auth/me', { token });
    const lastUse = async () => {
      const { rows } = await sql<{ at: string }>`
        select last_used_at as at from session where user_id = ${user.id}
      `.execute(harness().services.database.fork().getKysely());
      return new Date(rows[0]?.at ?? 0).toISOString();
    };
    now = new Date(start.getTime() + 20 * 60_000);
    await get('JPM');
    now = new Date(start.getTime() + 21 * 60_000);
    await harness().rest('GET', '/stocks/', { token });
    // Uses are recorded once in a quarter of an hour.
    await expect.poll(lastUse).toBe(now.toISOString());
  });

  it('counts fetches by source, way and outcome, without symbols', async () => {
    const { get, fetchDue } = await reader('NFLX');
    await get('NFLX');
    await fetchDue();
    await expect.poll(async () => (await get('NFLX')).body.skipped).toEqual([]);
    const metrics = await harness().metrics.registry.metrics();
    const lines = metrics.split('\n').filter((line) => /^stockbook_(?:quote|session)_/.test(line));
    const ages = lines.find((line) => line.startsWith('stockbook_quote_age_seconds_count'));
    expect(Number(ages?.split(' ')[1])).toBeGreaterThan(0);
    expect(lines.join('\n')).toContain(
      'stockbook_quote_calls_total{source="simulated",way="computed",outcome="ok"}',
    );
    expect(lines.join('\n')).toContain('stockbook_session_signals_total 0');
    expect(lines.join('\n')).not.toContain('NFLX');
  });

  it('wants nothing by HEAD', async () => {
    const { token } = await reader('GOOGL');
    const headers = { authorization: `Bearer ${token}` };
    await harness().app.inject({ method: 'HEAD', url: '/api/quotes/?symbols=GOOGL', headers });
    const { rows } = await sql`
      select from stock_quote join stock on stock.id = stock_id where symbol = 'GOOGL'
    `.execute(harness().services.database.fork().getKysely());
    expect(rows).toEqual([]);
  });
});

describe('GET /quotes/ of a server with prices from files', () => {
  const files = usePriceFiles();

  it('skips every symbol, and the version says so', async () => {
    const { harness } = files();
    const { token } = await harness.signUp();
    const { status, body } = await harness.rest('GET', '/quotes/?symbols=AAPL', { token });
    const skipped = [{ symbol: 'AAPL', reason: 'Prices from files have no quotes' }];
    expect({ status, body }).toMatchObject({ status: 200, body: { quotes: [], skipped } });
    expect((await harness.rest('GET', '/version')).body.quotes).toBe('off');
  });
});

describe('GET /quotes/ of a server with closing prices only', () => {
  const harness = useHarness({ MARKET_DATA: 'simulated', QUOTES: false });

  it('skips every symbol, and the version says so', async () => {
    const { token } = await harness().signUp();
    const { status, body } = await harness().rest('GET', '/quotes/?symbols=AAPL', { token });
    const reason = 'This server shows closing prices only';
    expect(status).toBe(200);
    expect(body).toMatchObject({ quotes: [], skipped: [{ symbol: 'AAPL', reason }] });
    expect((await harness().rest('GET', '/version')).body.quotes).toBe('off');
  });

  it('checks levels at the close only', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    const rule = { when: 'price touches 1', symbol: 'AAPL' };
    const post = (more = {}) =>
      harness().rest('POST', '/signals/rules', { token, body: { ...rule, ...more } });
    const error = 'This server shows closing prices only: it can only be checked at the close';
    expect(await post({ during_session: true })).toMatchObject({ status: 409, body: { error } });
    expect((await post()).status).toBe(201);
    await sql`update signal_rule set session_level = 1`.execute(
      harness().services.database.fork().getKysely(),
    );
    expect((await harness().rest('GET', '/signals/rules', { token })).body.rules).toMatchObject([
      { during_session: true, problems: [{ symbol: 'AAPL', message: error }] },
    ]);
  });
});
