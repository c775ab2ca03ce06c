import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

describe('the REST API', () => {
  it('answers with and without a trailing slash', async () => {
    const { token } = await harness().signUp();
    for (const path of ['/stocks', '/stocks/', '/indicators', '/indicators/', '/health/', '/auth/me/']) {
      expect([path, (await harness().rest('GET', path, { token })).status]).toEqual([path, 200]);
    }
  });

  it('prefers a literal path to one with a parameter', async () => {
    const { token } = await harness().signUp();
    expect((await harness().rest('GET', '/stocks/search?q=', { token })).body).toEqual({ results: [] });
  });

  it.each(['POST', 'DELETE'] as const)(
    'accepts a %s without a body, with any content type',
    async (method) => {
      for (const contentType of [undefined, 'application/json', 'application/x-www-form-urlencoded']) {
        const { token } = await harness().signUp();
        await harness().addStock(token, 'AAPL');
        const path = method === 'POST' ? '/auth/logout' : '/stocks/AAPL';
        const { status } = await harness().rest(method, path, {
          token,
          headers: contentType === undefined ? {} : { 'content-type': contentType },
        });
        expect([contentType, status]).toEqual([contentType, 200]);
      }
    },
  );

  it('does not coerce values in a body, neither over REST nor over tRPC', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    for (const is_favorite of ['false', 'true', 1, 0, null, [], {}]) {
      const rest = await harness().rest('PATCH', '/stocks/AAPL', { token, body: { is_favorite } });
      expect([is_favorite, rest.status]).toEqual([is_favorite, 400]);
      expect(rest.body.details).toEqual([
        { field: 'is_favorite', message: 'is_favorite must be true or false' },
      ]);
      await expect(
        harness()
          .trpc(token)
          .stocks.update.mutate({ symbol: 'AAPL', is_favorite: is_favorite as boolean }),
      ).rejects.toMatchObject({ message: 'is_favorite must be true or false' });
    }
  });

  it.each([
    '?limit=0',
    '?limit=-1',
    '?limit=x',
    '?limit=1.5',
    '?limit=007',
    '?limit=1e1',
    '?limit=%205',
    '?limit=',
    '?offset=-1',
    '?limit=1&limit=2',
  ])('rejects an invalid page: %s', async (query) => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    for (const path of ['/stocks/', '/indicators/AAPL', '/auth/tokens']) {
      expect([path, (await harness().rest('GET', `${path}${query}`, { token })).status]).toEqual([path, 400]);
    }
  });

  it('reads numbers in a query, while tRPC rejects text for a number', async () => {
    const { token } = await harness().signUp();
    const page = { limit: '5', offset: '0' };
    for (const path of ['/stocks/', '/strategies/', '/portfolios/', '/auth/tokens']) {
      const { status } = await harness().rest('GET', `${path}?${new URLSearchParams(page)}`, { token });
      expect([path, status]).toEqual([path, 200]);
    }
    const listOverTrpc = (input: object) =>
      harness().inject({
        method: 'GET',
        url: `/trpc/stocks.list?${new URLSearchParams({ input: JSON.stringify(input) })}`,
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await listOverTrpc({ limit: 5, offset: 0 })).statusCode).toBe(200);
    const refused = await listOverTrpc(page);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.message).toBe('limit must be a whole number from 1 to 1,000');
  });

  it('returns the same counts for every page', async () => {
    const { token } = await harness().signUp();
    for (const symbol of ['AAPL', 'MSFT', 'NVDA']) await harness().addStock(token, symbol);
    const { body } = await harness().rest('GET', '/stocks/?limit=1&offset=1', { token });
    expect(body).toMatchObject({ total: 3, stats: { total: 3 } });
    expect(body.stocks).toHaveLength(1);
    expect((body.stocks as { stock: { symbol: string } }[])[0]?.stock.symbol).toBe('MSFT');
  });
});

describe('errors', () => {
  it.each([
    ['an unknown path', 'GET', '/nonsense', {}, 404, 'NOT_FOUND'],
    ['no token', 'GET', '/stocks/', {}, 401, 'UNAUTHORIZED'],
    [
      'malformed JSON',
      'POST',
      '/auth/login',
      { body: '{"email":', headers: { 'content-type': 'application/json' } },
      400,
      'BAD_REQUEST',
    ],
    [
      'a body that is not an object',
      'POST',
      '/auth/login',
      { body: '[]', headers: { 'content-type': 'application/json' } },
      400,
      'BAD_REQUEST',
    ],
    ['no body', 'POST', '/auth/login', {}, 400, 'BAD_REQUEST'],
    [
      'another content type',
      'POST',
      '/auth/login',
      { body: 'email=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'plain text',
      'POST',
      '/auth/login',
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body too large',
      'POST',
      '/auth/login',
      { body: { email: 'x'.repeat(65_536) } },
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['a bad percent-encoding', 'GET', '/stocks/%E0%A4%A', {}, 400, 'BAD_REQUEST'],
    ['a very long parameter', 'GET', `/stocks/${'A'.repeat(600)}`, {}, 404, 'NOT_FOUND'],
  ] as const)('answers all errors in one shape: %s', async (_, method, path, call, status, code) => {
    const answer = await harness().rest(method, path, call);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(Object.keys(answer.body).filter((key) => !['error', 'code', 'details'].includes(key))).toEqual([]);
    expect(answer.body.error).toEqual(expect.any(String));
    expect(answer.headers['x-request-id']).toEqual(expect.any(String));
  });

  it('reads a body of exactly 64 KiB', async () => {
    const frame = JSON.stringify({ email: '', password: 'x' }).length;
    const body = JSON.stringify({ email: 'x'.repeat(65_536 - frame), password: 'x' });
    const answer = await harness().rest('POST', '/auth/login', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 400, body: { error: 'Email is invalid' } });
  });
});

describe('health and version', () => {
  it('serves health and version without a token', async () => {
    expect(await harness().rest('GET', '/health')).toMatchObject({
      status: 200,
      body: { status: 'healthy', database: 'healthy', worker: 'healthy', market_data: 'healthy' },
    });
    expect(await harness().rest('GET', '/version')).toMatchObject({
      status: 200,
      body: { name: 'Stockbook', api_version: '1', market_data: 'simulated' },
    });
  });
});
