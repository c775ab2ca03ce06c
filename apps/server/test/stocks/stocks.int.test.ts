import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

describe('symbols with special characters', () => {
  it.each(['BRK-B', '^GSPC', '0700.HK', 'EURUSD=X'])(
    'accepts special characters in bodies and paths: %s',
    async (symbol) => {
      const { token } = await harness().signUp();
      expect((await harness().addStock(token, symbol)).status).toBe('SUCCESS');
      for (const spelling of [symbol, encodeURIComponent(symbol), symbol.toLowerCase()]) {
        const { status, body } = await harness().rest('GET', `/stocks/${spelling}`, { token });
        expect([spelling, status, (body.stock as { symbol: string }).symbol]).toEqual([
          spelling,
          200,
          symbol,
        ]);
      }
      const { body } = await harness().rest('GET', `/stocks/${encodeURIComponent(symbol)}/data`, { token });
      expect((body.data as unknown[]).length).toBeGreaterThan(1000);
    },
  );
});

describe('price bars', () => {
  it('returns all price bars by default, filters them by dates, and aggregates them by weeks and months', async () => {
    const { token } = await harness().signUp();
    const added = await harness().addStock(token, 'AAPL');
    const result = added.result as { rows: number };
    const get = async (query: string) => {
      const { status, body } = await harness().rest('GET', `/stocks/AAPL/data${query}`, { token });
      expect(status).toBe(200);
      return body as { interval: string; currency: string; data: { date: string; high: number }[] };
    };
    const all = await get('');
    expect(all).toMatchObject({ symbol: 'AAPL', interval: 'daily', currency: 'USD' });
    expect(all.data).toHaveLength(result.rows);
    const dates = all.data.map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].sort());

    const cut = await get('?interval=daily&start_date=2020-01-06&end_date=2020-01-10');
    expect(cut.data.map(({ date }) => date)).toEqual([
      '2020-01-06',
      '2020-01-07',
      '2020-01-08',
      '2020-01-09',
      '2020-01-10',
    ]);
    const [week] = (await get('?interval=weekly&start_date=2020-01-06&end_date=2020-01-12')).data;
    expect(week).toMatchObject({ date: '2020-01-06', high: Math.max(...cut.data.map(({ high }) => high)) });
    const months = (await get('?interval=monthly&start_date=2020-01-01&end_date=2020-12-31')).data;
    expect(months).toHaveLength(12);
  });

  it.each([
    ['?start_date=2024-02-30', 'start_date must be a calendar date like 2024-12-31'],
    ['?end_date=yesterday', 'end_date must be a calendar date like 2024-12-31'],
    ['?start_date=2024-03-01&end_date=2024-02-01', 'start_date must not be after end_date'],
    ['?interval=hourly', 'interval must be daily, weekly or monthly'],
  ])('rejects a request for price bars for %s: %s', async (query, error) => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    const answer = await harness().rest('GET', `/stocks/AAPL/data${query}`, { token });
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });
});

describe("a user's data about a stock", () => {
  it('changes data of the user about a stock partially and returns it unchanged', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'WMT');
    const patch = (body: object) => harness().rest('PATCH', '/stocks/WMT', { token, body });
    expect((await patch({ is_favorite: true })).body).toMatchObject({ is_favorite: true, notes: null });
    const notes = '  Zwölf 鼎 🚀\nsecond line ';
    expect((await patch({ notes })).body).toMatchObject({ is_favorite: true, notes });
    expect((await harness().rest('GET', '/stocks/WMT', { token })).body).toMatchObject({
      is_favorite: true,
      notes,
    });
    for (const blank of [null, '', ' \n ']) {
      expect((await patch({ notes })).body).toMatchObject({ notes });
      expect((await patch({ notes: blank })).body).toMatchObject({ notes: null });
    }
    expect((await harness().rest('GET', '/stocks', { token })).body.stats).toEqual({
      total: 1,
      favorites: 1,
      active: 1,
    });
  });

  it.each([
    [{}, 'Name at least one of is_favorite, notes and notify_on_signals'],
    [{ is_favorite: 'false' }, 'is_favorite must be true or false'],
    [{ is_favorite: 1 }, 'is_favorite must be true or false'],
    [{ is_favorite: null }, 'is_favorite must be true or false'],
    [{ notify_on_signals: [] }, 'notify_on_signals must be true or false'],
    [{ notes: 5 }, 'Notes must be text'],
    [{ notes: 'x'.repeat(10_001) }, 'Notes must be at most 10,000 characters'],
    [{ notes: '\ud800' }, 'Notes contains characters that cannot be stored'],
  ])('does not change data of the user about a stock by %j: %s', async (body, error) => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'WMT');
    const answer = await harness().rest('PATCH', '/stocks/WMT', { token, body });
    expect(answer).toMatchObject({ status: 400, body: { error } });
    const [field] = Object.keys(body);
    expect(answer.body.details).toEqual(field === undefined ? undefined : [{ field, message: error }]);
  });

  it('deletes the data of a user who removes the stock, while other users keep theirs', async () => {
    const first = await harness().signUp();
    const second = await harness().signUp();
    await harness().addStock(first.token, 'META');
    await harness().addStock(second.token, 'META');
    expect(await harness().rest('DELETE', '/stocks/META', { token: first.token })).toMatchObject({
      status: 200,
      body: { message: 'META was removed from your watch list' },
    });
    for (const path of ['/stocks/META', '/stocks/META/data', '/indicators/META']) {
      expect(await harness().rest('GET', path, { token: first.token })).toMatchObject({
        status: 404,
        body: { error: 'Stock not found', code: 'NOT_FOUND' },
      });
    }
    expect((await harness().rest('GET', '/stocks/META/info', { token: first.token })).status).toBe(200);
    expect((await harness().rest('GET', '/stocks/META', { token: second.token })).status).toBe(200);
  });
});

describe('refreshing', () => {
  it('runs as a task and keeps the bars when the provider has no new ones', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'GOOGL');
    const before = await harness().rest('GET', '/stocks/GOOGL/data', { token });
    expect(await harness().refresh(token, 'GOOGL')).toMatchObject({
      status: 'SUCCESS',
      message: 'GOOGL is up to date',
    });
    expect((await harness().rest('GET', '/stocks/GOOGL/data', { token })).body).toEqual(before.body);
  });
});

describe('searching', () => {
  it('finds at most ten stocks by symbol, name or ISIN, and none for a blank query', async () => {
    const { token } = await harness().signUp();
    const search = async (q: string) => {
      const { body } = await harness().rest('GET', `/stocks/search?q=${encodeURIComponent(q)}`, { token });
      return (body.results as { symbol: string }[]).map(({ symbol }) => symbol);
    };
    expect((await search('apple'))[0]).toBe('AAPL');
    expect((await search('US0378331005'))[0]).toBe('AAPL');
    expect((await search('a')).length).toBe(10);
    expect(await search('  ')).toEqual([]);
  });
});
