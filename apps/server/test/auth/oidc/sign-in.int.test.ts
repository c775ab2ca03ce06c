import { disableUser } from '@stockbook/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Harness } from '../../support/harness.ts';
import { movingClock } from '../../support/moving-clock.ts';
import { Browser } from '../../support/oidc/browser.ts';
import { ProviderServer, publicUrl, settingsFor } from '../../support/oidc/provider-server.ts';

let provider: ProviderServer;
let harness: Harness;
let closed: Harness;
const clock = movingClock();

beforeAll(async () => {
  provider = await ProviderServer.start();
  const settings = settingsFor(provider.issuer);
  harness = await Harness.start({ ROLE: 'web', TRUST_PROXY: 1, ...settings });
  closed = await Harness.start({ ROLE: 'web', ...settings, OIDC_SIGN_UP: false }, clock.now);
});
afterAll(async () => {
  await harness.stop();
  await closed.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.signedInAgoS = 0;
});

const open = (used = () => harness) => new Browser(used);

let count = 0;
/** Another person sits at the provider from now on. */
function newPerson(profile: { email?: string; preferred_username?: string } = {}) {
  count += 1;
  const name = `person${count}`;
  provider.person = { sub: name, email: `${name}@example.com`, preferred_username: name, ...profile };
  return provider.person;
}

/** Calls the API as the settings page does. */
function call(token: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
  return harness.rest(method, path, { token, ...(body === undefined ? {} : { body }) });
}

/** Leaves for the provider by a call, in a browser that takes over its cookie. @returns the page where it ends */
async function leaveBy(browser: Browser, token: string, path: string): Promise<string> {
  const response = await call(token, 'POST', path);
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  const [, flow = ''] = String(response.headers['set-cookie']).match(/^stockbook_oidc=([\w.-]+);/) ?? [];
  browser.setCookie('stockbook_oidc', flow);
  return (await browser.follow(String(response.body.url))).slice(publicUrl.length);
}

const eventsOf = async (token: string) => {
  const { body } = await call(token, 'GET', '/auth/events');
  return (body.events as { kind: string }[]).map(({ kind }) => kind);
};

describe('signing in by the provider', () => {
  it('creates an account at the first sign-in, and finds it at the next one', async () => {
    const person = newPerson({ preferred_username: 'Ada L.' });
    const first = await open().signIn();
    expect(first.user).toMatchObject({ email: person.email, username: 'Ada L.', first_name: null });
    expect(await eventsOf(first.token)).toEqual(['signed_in', 'signed_up']);
    provider.person = { ...person, email: 'changed@example.com', preferred_username: 'changed' };
    const second = await open().signIn();
    expect(second.user).toEqual(first.user);
    expect((await call(second.token, 'GET', '/auth/oidc/connection')).body).toEqual({
      is_connected: true,
      name: 'Home',
      connected_at: expect.any(String),
      has_password: false,
    });
  });

  it.each([
    ['with digits when it is taken', { preferred_username: 'Taken' }, 'Taken2'],
    [
      'from the email when none is preferred',
      { email: 'by.email@example.com', preferred_username: '' },
      'by.email',
    ],
    ['shortened when it is too long', { preferred_username: 'x'.repeat(80) }, 'x'.repeat(44)],
    ['filled up when it is too short', { preferred_username: 'j' }, 'j00'],
    ['on one line', { preferred_username: 'two\nlines' }, 'two lines'],
  ])('makes a username %s', async (_, profile, username) => {
    if (username === 'Taken2') await harness.signUp('taken');
    newPerson(profile);
    expect((await open().signIn()).user).toMatchObject({ username });
  });

  it('never takes over an account with the same email', async () => {
    const { email } = await harness.signUp();
    newPerson({ email: email.toUpperCase() });
    expect(await open().toPage()).toBe('/login#problem=email_exists');
  });

  it('creates no account without a usable email', async () => {
    for (const email of ['', 'no email', `${'a'.repeat(250)}@example.com`]) {
      newPerson({ email });
      expect(await open().toPage()).toBe('/login#problem=no_email');
    }
  });

  it('creates no account when OIDC_SIGN_UP is off', async () => {
    newPerson();
    expect(await open(() => closed).toPage()).toBe('/login#problem=no_account');
  });

  it('lets a disabled account in no more', async () => {
    const { email = '' } = newPerson();
    const { token } = await open().signIn();
    await disableUser(harness.services, email);
    expect((await call(token, 'GET', '/auth/me')).status).toBe(401);
    expect(await open().toPage()).toBe('/login#problem=no_account');
  });

  it('ends after ten minutes', async () => {
    newPerson();
    const late = (callback: string) => {
      clock.forward(10);
      return callback;
    };
    expect(await open(() => closed).toPage(late)).toBe('/login#problem=not_begun');
  });

  it('leads back when the person refuses', async () => {
    provider.person = null;
    expect(await open().toPage()).toBe('/login#problem=refused');
  });

  it('says that the provider cannot be reached, and tries again at the next start', async () => {
    const silent = await ProviderServer.start();
    const used = await Harness.start({ ROLE: 'web', ...settingsFor(silent.issuer) });
    try {
      await silent.stop();
      expect(await open(() => used).toPage()).toBe('/login#problem=unreachable');
      const { token } = await used.signUp();
      expect(await used.rest('POST', '/auth/oidc/connect', { token })).toMatchObject({
        status: 503,
        body: { error: 'Home cannot be reached. Try again, or sign in with your password' },
      });
    } finally {
      await used.stop();
    }
  });

  it('names the provider in the version of the server', async () => {
    const { body } = await harness.rest('GET', '/version');
    expect(body.sign_in).toMatchObject({ passwords: true, provider: 'Home' });
  });
});

describe('connecting an account', () => {
  it('signs in to the connected account, and no more after disconnecting', async () => {
    const person = newPerson();
    const user = await harness.signUp();
    const other = await harness.rest('POST', '/auth/login', { body: user });
    expect(await leaveBy(open(), user.token, '/auth/oidc/connect')).toBe('/settings');
    const { token, user: found } = await open().signIn();
    expect(found).toMatchObject({ email: user.email });
    expect(await call(user.token, 'POST', '/auth/oidc/connect')).toMatchObject({ status: 409 });
    const notices = await call(String(other.body.access_token), 'GET', '/auth/notices');
    expect(notices.body.notices).toContainEqual(expect.objectContaining({ kind: 'provider_connected' }));
    expect((await call(token, 'DELETE', '/auth/oidc/connection')).status).toBe(200);
    expect(await call(token, 'DELETE', '/auth/oidc/connection')).toMatchObject({ status: 409 });
    expect((await eventsOf(token)).slice(0, 1)).toEqual(['provider_disconnected']);
    expect((await open().signIn()).user).toMatchObject({ username: person.preferred_username });
  });

  it('refuses a person who is connected with another account', async () => {
    newPerson();
    await open().signIn();
    const { token } = await harness.signUp();
    expect(await leaveBy(open(), token, '/auth/oidc/connect')).toBe('/settings#problem=connected_elsewhere');
    expect((await call(token, 'GET', '/auth/oidc/connection')).body.is_connected).toBe(false);
  });

  it('connects nothing when the sign-in has ended meanwhile', async () => {
    newPerson();
    const { token } = await harness.signUp();
    const browser = open();
    const { body, headers } = await call(token, 'POST', '/auth/oidc/connect');
    const [, flow = ''] = String(headers['set-cookie']).match(/^stockbook_oidc=([\w.-]+);/) ?? [];
    browser.setCookie('stockbook_oidc', flow);
    await call(token, 'POST', '/auth/logout');
    expect(await browser.follow(String(body.url))).toBe(`${publicUrl}/settings#problem=not_begun`);
  });

  it('requires a confirmed sign-in', async () => {
    const { token } = await closed.signUp();
    clock.forward(11);
    for (const [method, path] of [
      ['POST', '/auth/oidc/connect'],
      ['DELETE', '/auth/oidc/connection'],
    ] as const) {
      expect(await closed.rest(method, path, { token })).toMatchObject({
        status: 403,
        body: { code: 'CONFIRMATION_REQUIRED' },
      });
    }
  });
});

describe('an account without a password', () => {
  it('keeps its connection until a password is set', async () => {
    newPerson();
    const { token, user } = await open().signIn();
    expect(await call(token, 'DELETE', '/auth/oidc/connection')).toMatchObject({
      status: 409,
      body: { error: 'Set a password or add a passkey first' },
    });
    const password = 'a long and private sentence';
    const set = await call(token, 'POST', '/auth/password', { new_password: password });
    expect([set.status, set.body.message]).toEqual([200, 'Your password was set.']);
    const fresh = String(set.body.access_token);
    expect(await call(fresh, 'POST', '/auth/password', { new_password: `${password}s` })).toMatchObject({
      status: 400,
      body: { error: 'Current password is required' },
    });
    expect((await call(fresh, 'DELETE', '/auth/oidc/connection')).status).toBe(200);
    const login = await harness.rest('POST', '/auth/login', { body: { email: user.email, password } });
    expect(login.status).toBe(200);
  });

  it('accepts no password at sign-in', async () => {
    newPerson();
    const { user } = await open().signIn();
    const body = { email: user.email, password: 'a long and private sentence' };
    expect((await harness.rest('POST', '/auth/login', { body })).status).toBe(401);
  });
});

describe('confirming by the provider', () => {
  it('confirms the sign-in when the person has signed in just now', async () => {
    newPerson();
    provider.signedInAgoS = 700;
    const browser = open();
    const { token } = await browser.signIn();
    const makeToken = () => call(token, 'POST', '/auth/tokens', { name: 'a script' });
    expect(await makeToken()).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_REQUIRED' } });
    expect(await leaveBy(browser, token, '/auth/oidc/confirm')).toBe('/settings#problem=not_recent');
    expect((await makeToken()).status).toBe(403);
    provider.signedInAgoS = 0;
    expect(await leaveBy(browser, token, '/auth/oidc/confirm')).toBe('/settings');
    expect((await makeToken()).status).toBe(201);
  });

  it('counts a sign-in as confirmed when the person has signed in within ten minutes', async () => {
    newPerson();
    provider.signedInAgoS = 500;
    const { token } = await open().signIn();
    expect((await call(token, 'POST', '/auth/tokens', { name: 'a script' })).status).toBe(201);
  });

  it('refuses another person', async () => {
    newPerson();
    const { token } = await open().signIn();
    newPerson();
    expect(await leaveBy(open(), token, '/auth/oidc/confirm')).toBe('/settings#problem=not_recent');
  });

  it('refuses an account without a connection', async () => {
    const { token } = await harness.signUp();
    expect(await call(token, 'POST', '/auth/oidc/confirm')).toMatchObject({ status: 409 });
  });
});

it('exports the connection, without a key', async () => {
  const { sub } = newPerson();
  const { token } = await open().signIn();
  const { body } = await call(token, 'GET', '/account/export');
  expect(body.provider_connections).toEqual([
    { issuer: `${provider.issuer}/`, subject: sub, created_at: expect.any(String) },
  ]);
});

it('notes the address of the browser, which the proxy in front names', async () => {
  newPerson();
  const browser = open();
  const page = await browser.toPage();
  const headers = { origin: publicUrl, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
  const { body } = await browser.exchange(new URLSearchParams(page.split('#')[1]).get('code') ?? '', headers);
  const { body: list } = await call(String(body.access_token), 'GET', '/auth/sign-ins');
  expect(list.sign_ins).toEqual([expect.objectContaining({ address: '203.0.113.7' })]);
});
