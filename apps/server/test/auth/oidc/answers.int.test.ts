import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Harness } from '../../support/harness.ts';
import { Browser, codeIn } from '../../support/oidc/browser.ts';
import { ForgedProvider, type RawAnswer } from '../../support/oidc/forged-provider.ts';
import { clientId, publicUrl, settingsFor } from '../../support/oidc/provider-server.ts';

let provider: ForgedProvider;
let harness: Harness;

beforeAll(async () => {
  provider = await ForgedProvider.start();
  harness = await Harness.start({ ROLE: 'web', ...settingsFor(provider.issuer) });
});
afterAll(async () => {
  await harness.stop();
  await provider.stop();
});
beforeEach(() => {
  Object.assign(provider, { forgery: {}, userinfo: {}, metadata: {}, raw: {} });
});

const open = () => new Browser(() => harness);
const success = /^\/signed-in#code=[\w-]{43}$/;
const unreachable = '/login#problem=unreachable';
const refused = '/login#problem=refused';

/** Signs in with the answers that the test has prepared. @returns the page where it ends */
async function signIn(browser = open()): Promise<string> {
  const callback = provider.callbackOf(await browser.begin());
  return (await browser.follow(callback)).slice(publicUrl.length);
}

const html: RawAnswer = { headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' };
const huge: RawAnswer = { body: `{"a":"${'x'.repeat(1024 * 1024)}"}` };
const redirection: RawAnswer = { status: 302, headers: { location: 'https://evil.example.com/' } };

/** Shortens the ten seconds that a call may take. */
function shortenTimeouts(): () => void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
  return () => spy.mockRestore();
}

// First: a discovery that has succeeded is remembered.
describe('the metadata of the provider', () => {
  it.each<[string, RawAnswer]>([
    ['a page', html],
    ['a failure', { status: 500 }],
    ['an unknown address', { status: 404, body: '{}' }],
    ['a redirection', redirection],
    ['more than 1 MiB', huge],
    ['half of an object', { body: '{"issuer":' }],
    ['a list', { body: '[]' }],
    ['nothing', {}],
  ])('leads back as unreachable when the answer is %s', async (_, raw) => {
    provider.raw = { '/.well-known/openid-configuration': raw };
    expect((await open().toPage()).slice(0, 60)).toBe(unreachable);
  });

  it.each<[string, Record<string, unknown>]>([
    ['of another issuer', { issuer: 'https://evil.example.com' }],
    ['without keys', { jwks_uri: undefined }],
    ['without a page to sign in', { authorization_endpoint: undefined }],
    ['with a page to sign in over plain HTTP', { authorization_endpoint: 'http://evil.example.com/a' }],
    ['with a script as the page to sign in', { authorization_endpoint: 'javascript:alert(1)' }],
    ['with no address as the page to sign in', { authorization_endpoint: ['a'] }],
    ['with the algorithm none alone', { id_token_signing_alg_values_supported: ['none', 'HS256'] }],
    ['with algorithms that are no list', { id_token_signing_alg_values_supported: 'ES256' }],
    ['with methods that are no list', { token_endpoint_auth_methods_supported: 1 }],
  ])('leads back as unreachable when they are %s', async (_, metadata) => {
    provider.metadata = metadata;
    expect(await open().toPage()).toBe(unreachable);
  });

  it('leads back as unreachable when the answer never ends', async () => {
    provider.raw = { '/.well-known/openid-configuration': { body: '{', isEndless: true } };
    const restore = shortenTimeouts();
    try {
      expect(await open().toPage()).toBe(unreachable);
    } finally {
      restore();
    }
  });

  it('reads them again at the next start', async () => {
    provider.raw = { '/.well-known/openid-configuration': { status: 500 } };
    expect(await open().toPage()).toBe(unreachable);
    provider.raw = {};
    expect(await signIn()).toMatch(success);
  });
});

describe('the token endpoint', () => {
  it.each<[string, RawAnswer, string]>([
    ['a page', html, refused],
    ['a failure', { status: 500 }, unreachable],
    ['that there were too many requests', { status: 429 }, unreachable],
    ['a refusal', { status: 400, body: '{"error":"invalid_grant","error_description":"no"}' }, refused],
    ['a redirection', redirection, refused],
    ['more than 1 MiB', huge, unreachable],
    ['half of an object', { body: '{"id_token":' }, refused],
    ['null', { body: 'null' }, refused],
    ['no ID token', { body: '{"access_token":"a","token_type":"Bearer"}' }, refused],
    [
      'a number as the ID token',
      { body: '{"access_token":"a","token_type":"Bearer","id_token":1}' },
      refused,
    ],
    [
      'no token as the ID token',
      { body: '{"access_token":"a","token_type":"Bearer","id_token":"a.b.c"}' },
      refused,
    ],
  ])('leads back when it answers %s', async (_, raw, page) => {
    provider.raw = { '/token': raw };
    expect(await signIn()).toBe(page);
  });

  it('leads back when its answer never ends', async () => {
    provider.raw = { '/token': { body: '{', isEndless: true } };
    const restore = shortenTimeouts();
    try {
      expect(await signIn()).toBe(unreachable);
    } finally {
      restore();
    }
  });
});

describe('the userinfo endpoint', () => {
  it.each<[string, RawAnswer, string]>([
    ['a page', html, refused],
    ['a failure', { status: 503 }, unreachable],
    ['a redirection', redirection, refused],
    ['more than 1 MiB', huge, unreachable],
    ['a list', { body: '[]' }, refused],
    ['no subject', { body: '{"email":"ada@example.com"}' }, refused],
    [
      'a list as the email',
      { body: '{"sub":"userinfo","email":["ada@example.com"]}' },
      '/login#problem=no_email',
    ],
  ])('leads back when it answers %s', async (_, raw, page) => {
    provider.forgery = { claims: { sub: 'userinfo', email: undefined } };
    provider.raw = { '/userinfo': raw };
    expect(await signIn()).toBe(page);
  });
});

describe('the claims of an ID token', () => {
  let count = 0;
  /** The claims of a new person, of whom the userinfo endpoint knows no more. */
  function person(claims: JWTPayload): JWTPayload {
    count += 1;
    provider.userinfo = { sub: `person${count}` };
    return {
      sub: `person${count}`,
      email: `person${count}@example.com`,
      preferred_username: 'per',
      ...claims,
    };
  }

  it.each<[string, JWTPayload, string]>([
    ['a list as the subject', { sub: ['ada'] as never }, refused],
    ['a number as the subject', { sub: 1 as never }, refused],
    ['an empty subject', { sub: '' }, refused],
    ['control characters in the subject', { sub: 'ada\u0000' }, refused],
    ['an empty audience', { aud: [] }, refused],
    ['a number as the audience', { aud: 1 as never }, refused],
    ['a text as the end', { exp: 'tomorrow' as never }, refused],
    ['a text as the time of the sign-in', { auth_time: 'now' }, refused],
    ['a list as the nonce', { nonce: ['a'] }, refused],
    ['a list as the email', { email: ['ada@example.com'] }, '/login#problem=no_email'],
    ['an object as the email', { email: { address: 'ada@example.com' } }, '/login#problem=no_email'],
    ['an endless email', { email: `${'a'.repeat(10_000)}@example.com` }, '/login#problem=no_email'],
    ['a NUL character in the email', { email: 'ada\u0000@example.com' }, '/login#problem=no_email'],
    ['two lines in the email', { email: 'ada@example.com\nbcc: b@example.com' }, '/login#problem=no_email'],
  ])('leads back when they have %s', async (_, claims, page) => {
    provider.forgery = { claims: person(claims) };
    expect(await signIn()).toBe(page);
  });

  it.each<[string, JWTPayload, string]>([
    ['a list as the username', { preferred_username: ['ada'] }, 'person'],
    ['an endless username', { preferred_username: 'ä'.repeat(50_000) }, 'ä'.repeat(44)],
    ['half of a character in the username', { preferred_username: 'ada\ud800' }, 'person'],
    ['a list as the session', { sid: ['a'] }, 'per'],
    ['several audiences, this client among them', { aud: ['another', clientId], azp: clientId }, 'per'],
  ])('signs in when they have %s', async (_, claims, username) => {
    provider.forgery = { claims: person(claims) };
    const browser = open();
    const { status, body } = await browser.exchange(codeIn(await signIn(browser)));
    expect([status, body.user]).toEqual([
      200,
      expect.objectContaining({ username: expect.stringMatching(`^${username}`) }),
    ]);
  });

  it.each<[string, (nowS: number) => unknown, number]>([
    ['nine minutes ago', (nowS) => nowS - 540, 201],
    ['eleven minutes ago', (nowS) => nowS - 660, 403],
    ['now, by a clock that is 20 seconds ahead', (nowS) => nowS + 20, 201],
    ['now, by a clock that is a minute ahead', (nowS) => nowS + 60, 403],
    ['in no year', () => 1e300, 403],
    ['at an unknown time', () => undefined, 403],
  ])('counts a sign-in as confirmed by auth_time: %s', async (_, authTime, status) => {
    provider.forgery = { claims: person({ auth_time: authTime(Math.floor(Date.now() / 1000)) }) };
    const browser = open();
    const { body } = await browser.exchange(codeIn(await signIn(browser)));
    const made = await harness.rest('POST', '/auth/tokens', {
      token: String(body.access_token),
      body: { name: 'a script' },
    });
    expect(made.status).toBe(status);
  });
});

// Last: the keys are remembered.
describe('the keys of the provider', () => {
  it.each<[string, RawAnswer]>([
    ['a page', html],
    ['a failure', { status: 500 }],
    ['more than 1 MiB', huge],
    ['a redirection', redirection],
    ['no list of keys', { body: '{"keys":{}}' }],
    ['other keys', { body: '{"keys":[]}' }],
  ])('signs in by no key when the answer is %s', async (_, raw) => {
    const other = await ForgedProvider.start();
    const used = await Harness.start({ ROLE: 'web', ...settingsFor(other.issuer) });
    try {
      other.raw = { '/keys': raw };
      const browser = new Browser(() => used);
      const page = await browser.follow(other.callbackOf(await browser.begin()));
      expect(page.slice(publicUrl.length)).toMatch(/^\/login#problem=(refused|unreachable)$/);
    } finally {
      await used.stop();
      await other.stop();
    }
  });
});
