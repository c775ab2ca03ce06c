import { afterAll, beforeAll, expect, it } from 'vitest';
import { Harness } from '../../support/harness.ts';
import { ForgedProvider } from '../../support/oidc/forged-provider.ts';
import { publicUrl, settingsFor } from '../../support/oidc/provider-server.ts';

let provider: ForgedProvider;
let harness: Harness;

beforeAll(async () => {
  provider = await ForgedProvider.start();
  harness = await Harness.start({ ROLE: 'web', TRUST_PROXY: 1, ...settingsFor(provider.issuer) });
});
afterAll(async () => {
  await harness.stop();
  await provider.stop();
});

const get = (url: string, address = '203.0.113.7') =>
  harness.inject({ method: 'GET', url, headers: { 'x-forwarded-for': address } });

it('admits 60 callbacks and 600 logouts of an address a minute', async () => {
  const [calling, ending] = ['203.0.113.98', '203.0.113.99'];
  const { limits } = harness.services;
  for (let count = 0; count < 59; count += 1) await limits.admit('provider callback', calling);
  expect((await get('/api/auth/oidc/callback?state=a', calling)).statusCode).toBe(302);
  const refused = await get('/api/auth/oidc/callback?state=a', calling);
  expect([refused.statusCode, refused.headers.location]).toEqual([
    302,
    `${publicUrl}/login#problem=too_many`,
  ]);
  for (let count = 0; count < 600; count += 1) await limits.admit('provider logout', ending);
  const logout = await harness.inject({
    method: 'POST',
    url: '/api/auth/oidc/backchannel-logout',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': ending },
    payload: 'logout_token=a',
  });
  expect(logout.statusCode).toBe(429);
});

it('answers with and without a slash at the end', async () => {
  for (const path of ['start', 'start/', 'callback?state=a', 'callback/?state=a']) {
    expect([path, (await get(`/api/auth/oidc/${path}`)).statusCode]).toEqual([path, 302]);
  }
  expect((await get('/api/auth/oidc/exchange')).statusCode).toBe(404);
});

it('offers nothing without a provider', async () => {
  const without = await Harness.start({ ROLE: 'web', PUBLIC_URL: publicUrl });
  const start = await without.inject({ method: 'GET', url: '/api/auth/oidc/start' });
  const { token } = await without.signUp();
  const connecting = await without.rest('POST', '/auth/oidc/connect', { token });
  const connection = await without.rest('GET', '/auth/oidc/connection', { token });
  await without.stop();
  expect(start.statusCode).toBe(404);
  expect(connecting).toMatchObject({
    status: 409,
    body: { error: 'This server has no sign-in by an identity provider' },
  });
  expect(connection.body).toMatchObject({ is_connected: false, name: null, has_password: true });
});
