import { generateKeyPair, type JWTPayload, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Harness } from '../../support/harness.ts';
import { Browser, codeIn } from '../../support/oidc/browser.ts';
import { ForgedProvider } from '../../support/oidc/forged-provider.ts';
import { clientId, clientSecret, ProviderServer, settingsFor } from '../../support/oidc/provider-server.ts';

const eventName = 'http://schemas.openid.net/event/backchannel-logout';
const event = { [eventName]: {} };

/** Seconds since 1970, from now. */
const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

function send(harness: Harness, token: string) {
  return harness.inject({
    method: 'POST',
    url: '/api/auth/oidc/backchannel-logout',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });
}

const statusOf = async (harness: Harness, token: string) =>
  (await harness.rest('GET', '/auth/me', { token })).status;

describe('a logout at a real provider', () => {
  let provider: ProviderServer;
  let harness: Harness;

  beforeAll(async () => {
    provider = await ProviderServer.start();
    harness = await Harness.start({ ROLE: 'web', ...settingsFor(provider.issuer) });
    provider.sendLogoutsTo(
      `${await harness.app.listen({ port: 0, host: '127.0.0.1' })}/api/auth/oidc/backchannel-logout`,
    );
  });
  afterAll(async () => {
    await harness.stop();
    await provider.stop();
  });

  it('ends the sign-in that began there, and no other sign-in and no personal access token', async () => {
    const [browser, other] = [new Browser(() => harness), new Browser(() => harness)];
    const { token } = await browser.signIn();
    const { token: elsewhere } = await other.signIn();
    const made = await harness.rest('POST', '/auth/tokens', { token, body: { name: 'a script' } });
    const form = await browser.visit(`${provider.issuer}/session/end`);
    const [, xsrf = ''] = form.text.match(/name="xsrf" value="([^"]+)"/) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' }).toString();
    await browser.visit(`${provider.issuer}/session/end/confirm`, { method: 'POST', body });
    await expect.poll(() => statusOf(harness, token)).toBe(401);
    expect(await statusOf(harness, elsewhere)).toBe(200);
    expect(await statusOf(harness, String(made.body.token))).toBe(200);
    const events = await harness.rest('GET', '/auth/events', { token: elsewhere });
    expect(events.body.events).toContainEqual(expect.objectContaining({ kind: 'sign_in_ended' }));
  });
});

describe('logout tokens', () => {
  let provider: ForgedProvider;
  let harness: Harness;
  let count = 0;

  beforeAll(async () => {
    provider = await ForgedProvider.start();
    harness = await Harness.start({ ROLE: 'web', ...settingsFor(provider.issuer) });
  });
  afterAll(async () => {
    await harness.stop();
    await provider.stop();
  });

  /** Signs in with a session of the provider. */
  async function signIn(claims: JWTPayload): Promise<string> {
    provider.forgery = { claims };
    const browser = new Browser(() => harness);
    const page = await browser.follow(provider.callbackOf(await browser.begin()));
    const { body } = await browser.exchange(page.split('code=')[1] ?? '');
    return String(body.access_token);
  }

  function logoutToken(claims: JWTPayload = {}): JWTPayload {
    count += 1;
    return { nonce: undefined, email: undefined, jti: `token ${count}`, events: event, ...claims };
  }

  it('ends all sign-ins of a subject, or the one that it names', async () => {
    const person = (sid?: string) => ({ sub: 'ada', ...(sid === undefined ? {} : { sid }) });
    const [one, two, three] = [await signIn(person('a')), await signIn(person('b')), await signIn(person())];
    const other = await signIn({ sub: 'grace', email: 'grace@example.com', preferred_username: 'grace' });
    const statuses = () => Promise.all([one, two, three, other].map((token) => statusOf(harness, token)));
    const byId = await provider.sign({ claims: logoutToken({ sub: 'ada', sid: 'a' }) });
    expect((await send(harness, byId)).statusCode).toBe(200);
    expect(await statuses()).toEqual([401, 200, 200, 200]);
    const response = await send(harness, await provider.sign({ claims: logoutToken({ sub: 'ada' }) }));
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(await statuses()).toEqual([401, 401, 401, 200]);
    const unknown = await provider.sign({ claims: logoutToken({ sub: 'unknown' }) });
    expect((await send(harness, unknown)).statusCode).toBe(200);
  });

  it('accepts a logout token once', async () => {
    const token = await provider.sign({ claims: logoutToken() });
    expect((await send(harness, token)).statusCode).toBe(200);
    const again = await send(harness, token);
    expect([again.statusCode, again.json().error]).toEqual([400, 'The logout token was used already']);
  });

  it('accepts one of two simultaneous requests with the same token', async () => {
    const token = await provider.sign({ claims: logoutToken() });
    const responses = await Promise.all([send(harness, token), send(harness, token)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it.each<[string, () => JWTPayload]>([
    ['without the event', () => logoutToken({ events: {} })],
    ['with a nonce, as an ID token has', () => logoutToken({ nonce: 'a nonce' })],
    ['without an id', () => logoutToken({ jti: undefined })],
    ['without an expiry', () => logoutToken({ exp: undefined })],
    ['that has expired', () => logoutToken({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ['for another audience', () => logoutToken({ aud: 'another-client' })],
    ['of another issuer', () => logoutToken({ iss: 'https://evil.example.com' })],
    ['without a subject', () => logoutToken({ sub: undefined })],
    ['for no audience', () => logoutToken({ aud: [] })],
    ['whose event is no object', () => logoutToken({ events: { [eventName]: 'yes' } })],
    ['whose id is empty', () => logoutToken({ jti: '' })],
    ['whose id is a number', () => logoutToken({ jti: 7 as never })],
    ['without the time of its issue', () => logoutToken({ iat: undefined })],
    ['that was issued in the future', () => logoutToken({ iat: seconds(40) })],
    ['that is valid from a later time', () => logoutToken({ nbf: seconds(60) })],
    ['that never expires', () => logoutToken({ exp: 1e300 })],
    ['whose subject is a list', () => logoutToken({ sub: ['ada'] as never })],
    ['whose session is a list', () => logoutToken({ sid: ['a'] })],
  ])('refuses a logout token %s', async (_, claims) => {
    const response = await send(harness, await provider.sign({ claims: claims() }));
    expect([response.statusCode, response.headers['cache-control']]).toEqual([400, 'no-store']);
    expect(response.json()).toMatchObject({ error: 'The logout token is not valid', code: 'BAD_REQUEST' });
  });

  it.each<[string, () => JWTPayload]>([
    ['was issued by a clock that is 20 seconds ahead', () => logoutToken({ iat: seconds(20) })],
    ['was issued an hour ago', () => logoutToken({ iat: seconds(-3600) })],
    ['has expired by a clock that is 20 seconds ahead', () => logoutToken({ exp: seconds(-20) })],
    ['is for several audiences', () => logoutToken({ aud: ['another-client', clientId] })],
  ])('accepts a logout token that %s', async (_, claims) => {
    expect((await send(harness, await provider.sign({ claims: claims() }))).statusCode).toBe(200);
  });

  it('ends nothing by a token that it refuses, and the sign-ins of the subject by the next one', async () => {
    const token = await signIn({ sub: 'emmy', email: 'emmy@example.com', preferred_username: 'emmy' });
    for (const claims of [
      { sub: 'emmy', sid: ['a'] },
      { sub: 'emmy', aud: 'another-client' },
    ]) {
      await send(harness, await provider.sign({ claims: logoutToken(claims) }));
      expect(await statusOf(harness, token)).toBe(200);
    }
    await send(harness, await provider.sign({ claims: logoutToken({ sub: 'emmy' }) }));
    expect(await statusOf(harness, token)).toBe(401);
  });

  it('ends a sign-in whose code the page has not exchanged yet', async () => {
    provider.forgery = { claims: { sub: 'ada', sid: 'late' } };
    const browser = new Browser(() => harness);
    const page = await browser.follow(provider.callbackOf(await browser.begin()));
    const byId = await provider.sign({ claims: logoutToken({ sub: 'ada', sid: 'late' }) });
    expect((await send(harness, byId)).statusCode).toBe(200);
    expect((await browser.exchange(codeIn(page))).status).toBe(400);
  });

  it('refuses a logout token that another key has signed', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const token = await provider.sign({ claims: logoutToken(), key: privateKey });
    expect((await send(harness, token)).statusCode).toBe(400);
    expect((await send(harness, 'no token')).statusCode).toBe(400);
    expect((await send(harness, '')).statusCode).toBe(400);
  });

  it('refuses a logout token without a signature, or signed with the client’s secret', async () => {
    const claims = logoutToken();
    const unsigned = new UnsecuredJWT({ iss: provider.issuer, aud: clientId, sub: 'ada', ...claims })
      .setIssuedAt()
      .setExpirationTime('5m')
      .encode();
    expect((await send(harness, unsigned)).statusCode).toBe(400);
    const key = Buffer.from(clientSecret);
    const shared = await provider.sign({ claims, header: { alg: 'HS256' }, key });
    expect((await send(harness, shared)).statusCode).toBe(400);
  });

  it('accepts a form in this call alone', async () => {
    const payload = {
      method: 'POST' as const,
      payload: 'code=a',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expect((await harness.inject({ ...payload, url: '/api/auth/oidc/exchange' })).statusCode).toBe(415);
    const large = { ...payload, url: '/api/auth/oidc/backchannel-logout', payload: 'a'.repeat(65_537) };
    expect((await harness.inject(large)).statusCode).toBe(413);
  });
});
