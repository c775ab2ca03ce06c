import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const limited = useHarness({ AUTH_RATE_LIMIT_PER_MINUTE: 2 });
const hurried = useHarness({ RATE_LIMIT_PER_MINUTE: 3 });

let token = '';
beforeAll(async () => {
  token = (await harness().signUp()).token;
});

function get(url: string) {
  return harness().inject({ url: `/trpc/${url}`, headers: { authorization: `Bearer ${token}` } });
}

describe('a tRPC request with more than 20 calls', () => {
  it.each([
    ['a batch', `${Array(21).fill('auth.me').join(',')}?batch=1&input={}`],
    ['a long batch', `${Array(400).fill('indicators.catalogue').join(',')}?batch=1&input={}`],
    ['a path', Array(21).fill('auth.me').join(',')],
  ])('refuses a request with more than 20 calls in the form of tRPC: %s', async (_, url) => {
    const response = await get(url);
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        error: {
          message: 'A tRPC request can contain at most 20 calls',
          code: -32600,
          data: { code: 'BAD_REQUEST', httpStatus: 400 },
        },
      },
    ]);
  });

  it('accepts a request with 20 calls, however long their names are', async () => {
    const response = await get(`${Array(20).fill('transfer.exportWatchList').join(',')}?batch=1&input={}`);
    expect([response.statusCode, response.json().length]).toEqual([200, 20]);
  });
});

describe('errors outside of procedures', () => {
  it.each([
    ['a media type', { 'content-type': 'text/plain' }, 'x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a large body', { 'content-type': 'application/json' }, 'x'.repeat(70_000), 413, 'PAYLOAD_TOO_LARGE'],
    ['malformed JSON', { 'content-type': 'application/json' }, '{', 400, 'BAD_REQUEST'],
  ] as const)(
    'sends errors outside of procedures in the form of tRPC: %s',
    async (_, headers, payload, httpStatus, code) => {
      const response = await harness().inject({
        method: 'POST',
        url: '/trpc/auth.login',
        headers,
        payload,
      });
      expect(response.statusCode).toBe(httpStatus);
      expect(response.json().error).toMatchObject({
        message: expect.any(String),
        code: expect.any(Number),
        data: { code, httpStatus },
      });
    },
  );

  it('sends the headers of the exceeded limit', async () => {
    const call = () => hurried().inject({ url: '/trpc/system.version' });
    for (let calls = 0; calls < 3; calls += 1) expect((await call()).statusCode).toBe(200);
    const { statusCode, headers, body } = await call();
    expect(statusCode).toBe(429);
    expect(JSON.parse(body).error.data).toMatchObject({ code: 'TOO_MANY_REQUESTS', httpStatus: 429 });
    expect(headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

it('names the limit of sign-in in the headers of its 429', async () => {
  const payload = JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' });
  const login = () =>
    limited().inject({
      method: 'POST',
      url: '/trpc/auth.login',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  for (let calls = 0; calls < 2; calls += 1) expect((await login()).statusCode).toBe(401);
  const { statusCode, headers } = await login();
  expect(statusCode).toBe(429);
  expect(headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '0' });
  expect(headers['ratelimit-reset']).toBe(headers['retry-after']);
});
