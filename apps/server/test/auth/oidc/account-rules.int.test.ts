import { createOperatorCode, resetPassword } from '@stockbook/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Harness } from '../../support/harness.ts';
import { movingClock } from '../../support/moving-clock.ts';
import { Browser } from '../../support/oidc/browser.ts';
import { ProviderServer, publicUrl, settingsFor } from '../../support/oidc/provider-server.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';

let provider: ProviderServer;
let harness: Harness;
let strict: Harness;
const clock = movingClock();

beforeAll(async () => {
  provider = await ProviderServer.start();
  const settings = { ROLE: 'web' as const, TRUST_PROXY: 1, ...settingsFor(provider.issuer) };
  harness = await Harness.start(settings);
  strict = await Harness.start({ ...settings, REQUIRE_SECOND_FACTOR: true }, clock.now);
});
afterAll(async () => {
  await harness.stop();
  await strict.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.isDown = false;
});

let count = 0;
/** Another person sits at the provider from now on. */
function newPerson() {
  count += 1;
  const name = `person${count}`;
  const email = `${name}@example.com`;
  provider.person = { sub: name, email, preferred_username: name };
  return { email };
}

const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'stocks.example.com',
  'x-forwarded-for': '203.0.113.7',
  origin: publicUrl,
};

type Method = 'GET' | 'POST' | 'DELETE';

/** Calls the API as a page behind the proxy does. */
function call(program: Harness, token: string, method: Method, path: string, body?: object) {
  return program.rest(method, path, { token, headers: forwarded, ...(body && { body }) });
}

/** Leaves for the provider by a call, and comes back. @returns the page where it ends */
async function leaveBy(program: Harness, token: string, path: string): Promise<string> {
  const browser = new Browser(() => program);
  const { status, headers, body } = await call(program, token, 'POST', path);
  expect([status, body.error]).toEqual([200, undefined]);
  const [, flow = ''] = String(headers['set-cookie']).match(/^stockbook_oidc=([\w.-]+);/) ?? [];
  browser.setCookie('stockbook_oidc', flow);
  return (await browser.follow(String(body.url))).slice(publicUrl.length);
}

async function signInByPassword(
  program: Harness,
  user: { email: string; password: string },
): Promise<string> {
  const { body } = await program.rest('POST', '/auth/login', { body: user });
  return String(body.access_token);
}

const password = 'a long and private sentence';
const cannotSignIn = { status: 409, body: { error: 'Set a password or add a passkey first' } };

it('lets no personal access token connect, confirm or disconnect, by which a sign-in does', async () => {
  newPerson();
  const { token } = await harness.signUp();
  const [reading, writing] = await Promise.all(
    ['read', 'write'].map(async (scope) => {
      const { body } = await call(harness, token, 'POST', '/auth/tokens', { name: scope, scope });
      return String(body.token);
    }),
  );
  const attempts = [
    ['POST', '/auth/oidc/connect'],
    ['POST', '/auth/oidc/confirm'],
    ['DELETE', '/auth/oidc/connection'],
  ] as const;
  for (const [method, path] of attempts) {
    expect((await call(harness, reading ?? '', method, path)).body.code).toBe('INSUFFICIENT_SCOPE');
    expect((await call(harness, writing ?? '', method, path)).status).toBe(401);
  }
  expect((await call(harness, writing ?? '', 'GET', '/auth/oidc/connection')).status).toBe(401);
  expect(await leaveBy(harness, token, '/auth/oidc/connect')).toBe('/settings');
  expect(await leaveBy(harness, token, '/auth/oidc/confirm')).toBe('/settings');
  expect((await call(harness, token, 'DELETE', '/auth/oidc/connection')).status).toBe(200);
});

it('signs in again as soon as the provider is back', async () => {
  newPerson();
  const open = () => new Browser(() => harness);
  await open().signIn();
  const begun = open();
  const address = await begun.begin();
  provider.isDown = true;
  // Without the keys and the token endpoint, a callback cannot be checked.
  const callback = `${publicUrl}/api/auth/oidc/callback?${new URLSearchParams({
    code: 'a',
    iss: provider.issuer,
    state: new URL(address).searchParams.get('state') ?? '',
  })}`;
  expect(await begun.follow(callback)).toBe(`${publicUrl}/login#problem=unreachable`);
  provider.isDown = false;
  await open().signIn();
});

it('records a failed sign-in, for the user whose connection or confirmation it was', async () => {
  newPerson();
  const { token } = await harness.signUp();
  const browser = new Browser(() => harness);
  const { headers } = await call(harness, token, 'POST', '/auth/oidc/connect');
  const [, flow = ''] = String(headers['set-cookie']).match(/^stockbook_oidc=([\w.-]+);/) ?? [];
  browser.setCookie('stockbook_oidc', flow);
  expect(await browser.follow(`${publicUrl}/api/auth/oidc/callback?code=a&state=of-another`)).toBe(
    `${publicUrl}/settings#problem=not_begun`,
  );
  const { events } = (await call(harness, token, 'GET', '/auth/events')).body;
  expect(events).toContainEqual(expect.objectContaining({ kind: 'sign_in_failed' }));
  await browser.follow(`${publicUrl}/api/auth/oidc/callback?state=a`);
  expect(harness.logged.filter((line) => line.includes('"problem":"not_begun"'))).not.toEqual([]);
});

describe('the last way to sign in', () => {
  it('stays: a connection beside no password, a passkey beside no connection', async () => {
    newPerson();
    const { token } = await new Browser(() => harness).signIn();
    expect(await call(harness, token, 'DELETE', '/auth/oidc/connection')).toMatchObject(cannotSignIn);
    const options = await call(harness, token, 'POST', '/auth/passkeys/options');
    const response = new SoftwareAuthenticator(publicUrl).create(options.body as never);
    const added = await call(harness, token, 'POST', '/auth/passkeys', { name: 'Phone', response });
    const passkey = `/auth/passkeys/${added.body.id}`;
    expect((await call(harness, token, 'DELETE', '/auth/oidc/connection')).status).toBe(200);
    expect(await call(harness, token, 'DELETE', passkey)).toMatchObject(cannotSignIn);
    expect(await leaveBy(harness, token, '/auth/oidc/connect')).toBe('/settings');
    expect((await call(harness, token, 'DELETE', passkey)).status).toBe(200);
    expect(await call(harness, token, 'DELETE', '/auth/oidc/connection')).toMatchObject(cannotSignIn);
  });

  it('stays when two requests remove the last two at once', async () => {
    newPerson();
    const { token } = await new Browser(() => harness).signIn();
    const options = await call(harness, token, 'POST', '/auth/passkeys/options');
    const response = new SoftwareAuthenticator(publicUrl).create(options.body as never);
    const added = await call(harness, token, 'POST', '/auth/passkeys', { name: 'Phone', response });
    const removals = await Promise.all([
      call(harness, token, 'DELETE', `/auth/passkeys/${added.body.id}`),
      call(harness, token, 'DELETE', '/auth/oidc/connection'),
    ]);
    expect(removals.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a password of the operator', () => {
  const generated = 'uPq7Hk2LmZx0aRt5VwYb9c';

  async function resetOf(program: Harness) {
    const { email } = newPerson();
    await new Browser(() => program).signIn();
    await resetPassword(program.services, { email, password: generated, isGenerated: true });
    return { email };
  }
  const change = (token: string, body: object) =>
    call(strict, token, 'POST', '/auth/password', { new_password: password, ...body });

  it('refuses all other calls until it is replaced, also after a sign-in by the provider', async () => {
    await resetOf(strict);
    const { token } = await new Browser(() => strict).signIn();
    const refusal = { status: 403, body: { code: 'PASSWORD_CHANGE_REQUIRED' } };
    for (const [method, path] of [
      ['GET', '/stocks'],
      ['GET', '/auth/oidc/connection'],
      ['POST', '/auth/oidc/confirm'],
      ['POST', '/auth/tokens'],
    ] as const) {
      expect(await call(strict, token, method, path)).toMatchObject(refusal);
    }
    expect((await change(token, {})).body.error).toBe('Current password is required');
    const changed = await change(token, { current_password: generated });
    expect(changed.status).toBe(200);
    const stocks = await call(strict, String(changed.body.access_token), 'GET', '/stocks');
    expect(stocks.status).toBe(200);
  });

  it('lets a sign-in that the provider has just confirmed set another without it after 72 hours', async () => {
    const { email } = await resetOf(strict);
    clock.forward(72 * 60 - 1);
    const byPassword = await signInByPassword(strict, { email, password: generated });
    const { token } = await new Browser(() => strict).signIn();
    clock.forward(1);
    // The sign-in by the password of the operator must not outlast it.
    expect(await change(byPassword, {})).toMatchObject({
      status: 400,
      body: { error: 'That is not your password' },
    });
    expect((await change(byPassword, { current_password: generated })).status).toBe(400);
    // The clock of the provider is days behind.
    expect(await change(token, {})).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_REQUIRED' } });
    provider.signedInAgoS = -(72 * 3600);
    const later = await new Browser(() => strict).signIn();
    provider.signedInAgoS = 0;
    const set = await change(later.token, {});
    expect([set.status, set.body.message]).toEqual([
      200,
      'Your password was set. 2 other sign-ins were ended.',
    ]);
  });
});

describe('REQUIRE_SECOND_FACTOR', () => {
  it('accepts the sign-in by the provider, not the account that is connected', async () => {
    const { email } = newPerson();
    const { token } = await new Browser(() => strict).signIn();
    expect((await call(strict, token, 'GET', '/stocks')).status).toBe(200);
    provider.signedInAgoS = -(72 * 3600);
    const fresh = await new Browser(() => strict).signIn();
    provider.signedInAgoS = 0;
    await call(strict, fresh.token, 'POST', '/auth/password', { new_password: password });
    const byPassword = await signInByPassword(strict, { email, password });
    const refusal = {
      status: 403,
      body: { code: 'SECOND_FACTOR_SETUP_REQUIRED', error: 'Confirm this sign-in with Home first' },
    };
    for (const [method, path] of [
      ['GET', '/stocks'],
      ['POST', '/auth/second-factor'],
      ['POST', '/auth/passkeys/options'],
      ['POST', '/auth/oidc/connect'],
      ['DELETE', '/auth/oidc/connection'],
    ] as const) {
      expect(await call(strict, byPassword, method, path)).toMatchObject(refusal);
    }
    await call(strict, byPassword, 'POST', '/auth/confirm', { password });
    expect(await call(strict, byPassword, 'GET', '/stocks')).toMatchObject(refusal);
    // A page must know which buttons to offer.
    expect((await call(strict, byPassword, 'GET', '/auth/oidc/connection')).body.is_connected).toBe(true);
    expect((await call(strict, byPassword, 'GET', '/auth/passkeys')).status).toBe(200);
    provider.signedInAgoS = -(72 * 3600);
    expect(await leaveBy(strict, byPassword, '/auth/oidc/confirm')).toBe('/settings');
    provider.signedInAgoS = 0;
    expect((await call(strict, byPassword, 'GET', '/stocks')).status).toBe(200);
  });

  it('accepts a code of the operator, so that it helps while the provider is down', async () => {
    const { email } = newPerson();
    await new Browser(() => strict).signIn();
    const code = await createOperatorCode(strict.services, email);
    provider.isDown = true;
    const { body } = await call(strict, '', 'POST', '/auth/operator-session', { code });
    expect((await call(strict, String(body.access_token), 'GET', '/stocks')).status).toBe(200);
  });
});
