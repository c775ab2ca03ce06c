import { barsOfStocks } from '@stockbook/api/schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
beforeAll(async () => {
  const other = (await harness().signUp()).token;
  token = (await harness().signUp()).token;
  for (const symbol of ['AAPL', 'MSFT']) await harness().addStock(token, symbol);
  await harness().addStock(other, 'KO');
});

const get = (query: string, headers: Record<string, string> = {}) =>
  harness().rest('GET', `/stocks/data${query}`, { token, headers });

describe('the bars of several stocks', () => {
  it.each(['', '&interval=weekly', '&interval=monthly&start_date=2023-02-10', '&adjust=dividends'])(
    'equals the bars of each stock, over REST and tRPC: %s',
    async (query) => {
      const { status, body } = await get(`?symbols=msft,AAPL,MSFT${query}&end_date=2024-06-28`);
      expect(status).toBe(200);
      const { stocks, unknown } = barsOfStocks.parse(body);
      expect([stocks.map(({ symbol }) => symbol), unknown]).toEqual([['MSFT', 'AAPL'], []]);
      for (const { symbol, currency, data } of stocks) {
        const path = `/stocks/${symbol}/data?end_date=2024-06-28${query}`;
        const one = await harness().rest('GET', path, { token });
        expect(one.body).toEqual({ symbol, currency, data, interval: body.interval });
        expect(data.length).toBeGreaterThan(10);
      }
      const input = Object.fromEntries(new URLSearchParams(`${query}&end_date=2024-06-28`));
      const overTrpc = await harness().inject({
        url: `/trpc/stocks.barsOfStocks?input=${encodeURIComponent(JSON.stringify({ symbols: ['MSFT', 'AAPL'], ...input }))}`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(overTrpc.json()).toEqual({ result: { data: body } });
    },
  );

  it('lists symbols that the user does not track, and no bars of them', async () => {
    const { body } = await get('?symbols=KO,AAPL&symbols=NOPE&start_date=2024-06-01&end_date=2024-06-28');
    const { stocks, unknown } = barsOfStocks.parse(body);
    expect([stocks.map(({ symbol }) => symbol), unknown]).toEqual([['AAPL'], ['KO', 'NOPE']]);
    expect((await get('?symbols=KO')).body).toEqual({ interval: 'daily', stocks: [], unknown: ['KO'] });
  });

  it('answers 304 until the bars of one stock change', async () => {
    const { headers } = await get('?symbols=AAPL,MSFT');
    const etag = String(headers.etag);
    const again = await get('?symbols=AAPL,MSFT', { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    ['without symbols', '', 'symbols must be 1 to 50 symbols, separated by commas'],
    ['with an empty list', '?symbols=', 'symbols must be 1 to 50 symbols, separated by commas'],
    [
      'with 51 symbols',
      `?symbols=${Array.from({ length: 51 }, (_, index) => `S${index}`).join(',')}`,
      'symbols must be 1 to 50 symbols, separated by commas',
    ],
    [
      'with a symbol that contains NUL',
      '?symbols=AAPL%00',
      'Symbol contains characters that cannot be stored',
    ],
    [
      'that ends before it starts',
      '?symbols=AAPL&start_date=2024-02-01&end_date=2024-01-01',
      'start_date must not be after end_date',
    ],
  ])('rejects a query %s', async (_, query, error) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { error } });
  });

  it('sends the bars of several stocks in pieces, to a user one response at a time', async () => {
    const { largeReads } = harness().services;
    const { body } = await harness().rest('GET', '/auth/me', { token });
    const leave = await largeReads.enter(`${body.id} false`, 'a request whose client has stopped reading');
    let isDone = false;
    const waiting = harness().app.inject({
      url: '/api/stocks/data?symbols=AAPL,MSFT',
      headers: { authorization: `Bearer ${token}` },
      payloadAsStream: true,
    });
    void waiting.then(() => {
      isDone = true;
    });
    await get('?symbols=AAPL', { 'if-none-match': '*' });
    expect(isDone).toBe(false);
    leave();
    const sizes: number[] = [];
    for await (const piece of (await waiting).stream()) sizes.push(piece.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(1.5e6);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
    // The first response has left.
    expect((await get('?symbols=AAPL&start_date=2024-01-01')).status).toBe(200);
  });
});
