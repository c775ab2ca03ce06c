import { expect, it } from 'vitest';
import { compose } from '../../src/composition.ts';
import { readEnv } from '../../src/env.ts';
import { buildApp } from '../../src/http/app.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

it('ends access tokens and personal access tokens by the clock that compose was given', async () => {
  const { log, metrics, services } = harness();
  const now = new Date('2020-01-01T00:00:00Z');
  const env = { ...readEnv(), MARKET_DATA: 'simulated' as const };
  const app = await buildApp(
    compose({ env, database: services.database, log, metrics, clock: () => new Date(now) }),
    { log, trustProxy: false, corsOrigins: [], rateLimitPerMinute: 1_000_000 },
  );
  const statusOf = async (token: string, url = '/api/stocks') =>
    (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  const post = async (url: string, payload: object, token = '') =>
    (
      await app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })
    ).json();

  const account = { email: 'past@example.com', username: 'past', password: 'a long and private sentence' };
  const { access_token } = await post('/api/auth/register', account);
  const { token } = await post('/api/auth/tokens', { name: 'script', expires_in_days: 1 }, access_token);
  now.setTime(now.getTime() + hourMs - 1);
  expect([await statusOf(access_token), await statusOf(token)]).toEqual([200, 200]);
  now.setTime(now.getTime() + 1);
  expect([await statusOf(access_token), await statusOf(token)]).toEqual([401, 200]);
  now.setTime(now.getTime() + dayMs - hourMs);
  expect([await statusOf(token), await statusOf(token, '/api/auth/me')]).toEqual([401, 401]);
  await app.close();
});
