import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const opened = useHarness({ CORS_ORIGINS: ['https://app.example.com'] });

let token = '';
beforeAll(async () => {
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
});

function send(method: InjectOptions['method'], url: string, headers: Record<string, string> = {}) {
  return harness().inject({
    method: method ?? 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

describe('methods', () => {
  it.each([
    ['PUT', '/api/stocks/AAPL', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
    ['GET', '/api/auth/login', 'POST, OPTIONS'],
    ['DELETE', '/api/stocks/search', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/indicators/calculate/', 'POST, OPTIONS'],
  ] as const)('%s %s is answered 405 with the supported methods', async (method, url, allow) => {
    const response = await send(method, url);
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    expect(response.json()).toEqual({ error: expect.any(String), code: 'METHOD_NOT_SUPPORTED' });
    const options = await send('OPTIONS', url);
    expect([options.statusCode, options.headers.allow, options.body]).toEqual([204, allow, '']);
  });

  it('answers HEAD like GET, without the body', async () => {
    const response = await send('HEAD', '/api/stocks/AAPL');
    expect([response.statusCode, response.body]).toEqual([200, '']);
    expect(Number(response.headers['content-length'])).toBeGreaterThan(100);
    expect((await send('HEAD', '/api/stocks/NONE')).statusCode).toBe(404);
  });
});

describe('headers', () => {
  it('forbids inline scripts and styles, other origins, framing and sniffing', async () => {
    const policy =
      "default-src 'self';object-src 'none';worker-src 'self';manifest-src 'self';base-uri 'none';" +
      "form-action 'self';frame-ancestors 'none'";
    for (const [url, expected] of [
      ['/api/health', policy],
      ['/api/docs', `${policy};img-src 'self' data:`],
      ['/api/docs/reference.js', policy],
      ['/api/nonsense', policy],
      ['/api/stocks/%zz', policy],
      ['/trpc/system.version', policy],
    ] as const) {
      const { headers } = await send('GET', url);
      expect([url, headers['content-security-policy']]).toEqual([url, expected]);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('isolates pages from other windows, but sends no such headers with data', async () => {
    const isolation = 'cross-origin-opener-policy';
    expect((await send('GET', '/api/docs')).headers[isolation]).toBe('same-origin');
    expect((await send('GET', '/api/health')).headers[isolation]).toBeUndefined();
  });

  it('forbids storing errors and personal data, over REST and tRPC', async () => {
    const urls = [
      '/api/auth/me',
      '/api/stocks',
      '/api/stocks/export.csv',
      '/api/stocks/NONE',
      '/api/stocks/NONE/data',
      '/api/nonsense',
      '/trpc/auth.me',
    ];
    for (const url of urls) {
      expect([url, (await send('GET', url)).headers['cache-control']]).toEqual([url, 'no-store']);
    }
  });

  it('permits a private cache to revalidate prices, indicators and the catalogue', async () => {
    const urls = [
      '/api/stocks/AAPL/data',
      '/api/stocks/AAPL/data.csv',
      '/api/indicators/AAPL',
      '/api/indicators/AAPL/data.csv',
      '/api/indicators',
    ];
    for (const url of urls) {
      const { headers } = await send('GET', url);
      expect([url, headers['cache-control']]).toEqual([url, 'private, no-cache']);
      expect(headers.vary).toMatch(/^authorization, (accept, )?accept-encoding$/);
      const again = await send('GET', url, { 'if-none-match': String(headers.etag) });
      expect([url, again.statusCode, again.body]).toEqual([url, 304, '']);
      expect(again.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: headers.vary });
    }
  });

  it.each(['/api/auth/me', '/api/stocks/AAPL/data', '/trpc/auth.me'])(
    'names the scheme of authentication when %s is answered 401',
    async (url) => {
      const challenge = async (headers: Record<string, string>) => {
        const response = await harness().inject({ url, headers });
        return [response.statusCode, response.headers['www-authenticate']];
      };
      expect(await challenge({})).toEqual([401, 'Bearer']);
      expect(await challenge({ authorization: 'Bearer x' })).toEqual([401, 'Bearer error="invalid_token"']);
      expect((await send('GET', url)).headers['www-authenticate']).toBeUndefined();
    },
  );

  it('sends a unique request id and ignores the one of the client', async () => {
    const ids = [];
    for (const url of ['/api/health', '/api/nonsense', '/trpc/system.version', '/', '/api/stocks/%zz']) {
      const { headers } = await send('GET', url, { 'x-request-id': 'forged', 'request-id': 'forged' });
      ids.push(headers['x-request-id']);
    }
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('other origins', () => {
  const preflight = {
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization',
  };

  it('rejects other origins by default', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const response = await send(method, '/api/health', {
        origin: 'https://evil.example.com',
        ...preflight,
      });
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('accepts other origins only if they are configured', async () => {
    const preflightFrom = (origin: string) =>
      opened().inject({ method: 'OPTIONS', url: '/api/stocks/AAPL', headers: { origin, ...preflight } });
    const allowed = await preflightFrom('https://app.example.com');
    expect(allowed.statusCode).toBe(204);
    expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect(allowed.headers['access-control-allow-methods']).toContain('PATCH');
    expect(allowed.headers['access-control-allow-headers']).toContain('authorization');
    expect(
      (await preflightFrom('https://evil.example.com')).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });
});

describe('a response with an ETag', () => {
  it('varies with the origin, too, if CORS_ORIGINS is set', async () => {
    const account = await opened().signUp();
    await opened().addStock(account.token, 'AAPL');
    const ask = (headers: Record<string, string>) =>
      opened().rest('GET', '/stocks/AAPL/data', {
        token: account.token,
        headers: { origin: 'https://app.example.com', ...headers },
      });
    const produced = await ask({});
    const cached = await ask({});
    const notModified = await ask({ 'if-none-match': String(produced.headers.etag) });
    expect(notModified.status).toBe(304);
    for (const { headers } of [produced, cached, notModified]) {
      expect(headers.vary).toBe('Origin, authorization, accept, accept-encoding');
    }
  });
});

describe('compression', () => {
  it('applies to large responses, in the encoding that the client prefers', async () => {
    const large = '/api/stocks/AAPL/data';
    for (const encoding of ['br', 'gzip']) {
      const response = await send('GET', large, { 'accept-encoding': encoding });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(String(response.headers.vary)).toMatch(/accept-encoding/i);
      expect(response.rawPayload.length).toBeLessThan(400_000);
    }
    expect((await send('GET', large)).headers['content-encoding']).toBeUndefined();
    const small = await send('GET', '/api/stocks/AAPL', { 'accept-encoding': 'br, gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('rejects compressed requests', async () => {
    const response = await harness().inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: Buffer.from([0x1f, 0x8b, 0x08]),
    });
    expect([response.statusCode, response.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('the tRPC endpoint', () => {
  it('rejects forms and bodies that are too large', async () => {
    const post = (type: string, payload: string) =>
      harness().inject({
        method: 'POST',
        url: '/trpc/auth.login',
        headers: { 'content-type': type },
        payload,
      });
    expect((await post('multipart/form-data; boundary=x', '--x--')).statusCode).toBe(415);
    const tooLarge = await post('application/json', `"${'x'.repeat(70_000)}"`);
    expect(tooLarge.statusCode).toBe(413);
    // Closing it would lose the answer to a client that is still sending.
    expect(tooLarge.headers.connection).not.toBe('close');
  });

  it('reveals neither stack traces nor file paths', async () => {
    const urls = [
      'nonsense',
      'auth.me',
      'auth.login',
      'stocks.get?input=%7B',
      `${'auth.me,'.repeat(30)}auth.me?batch=1`,
    ];
    for (const url of urls) {
      const response = await harness().inject({ method: 'GET', url: `/trpc/${url}` });
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.statusCode).toBeLessThan(500);
      expect(response.body).not.toMatch(/\n *at |\.ts\b|node_modules|select /);
    }
  });

  it('makes the calls of a batch one after the other', async () => {
    const { token } = await harness().signUp();
    const response = await harness().inject({
      method: 'POST',
      url: '/trpc/instruments.create,instruments.setBars?batch=1',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        0: { symbol: '@ONE', name: 'One', currency: 'USD', type: 'Bond' },
        1: { symbol: '@ONE', bars: [{ date: '2024-05-01', close: 1 }] },
      },
    });
    expect(response.json()).toMatchObject([{ result: {} }, { result: { data: { added: 1 } } }]);
  });
});
