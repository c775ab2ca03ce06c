import { generateKeyPair, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Harness } from '../../support/harness.ts';
import { Browser, codeIn } from '../../support/oidc/browser.ts';
import { ForgedProvider } from '../../support/oidc/forged-provider.ts';
import { clientId, clientSecret, publicUrl, settingsFor } from '../../support/oidc/provider-server.ts';

let provider: ForgedProvider;
let harness: Harness;

beforeAll(async () => {
  provider = await ForgedProvider.start();
  harness = await Harness.start({
    ROLE: 'web',
    ...settingsFor(provider.issuer),
    CORS_ORIGINS: ['https://other.example.com'],
  });
});
afterAll(async () => {
  await harness.stop();
  await provider.stop();
});
beforeEach(() => {
  Object.assign(provider, { forgery: {}, userinfo: {}, metadata: {} });
});

const open = () => new Browser(() => harness);

/** Signs in with an answer that the test has prepared. @returns the page where it ends */
async function signIn(browser = open(), parameters: Record<string, string> = {}): Promise<string> {
  const callback = provider.callbackOf(await browser.begin(), parameters);
  return (await browser.follow(callback)).slice(publicUrl.length);
}

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;
const success = /^\/signed-in#code=/;

describe('the ID token', () => {
  it('signs in when everything in it is right', async () => {
    expect(await signIn()).toMatch(success);
  });

  it.each([
    ['of another nonce', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example.com' } })],
    ['for another audience', () => ({ claims: { aud: 'another-client' } })],
    ['for several audiences and another party', () => ({ claims: { aud: [clientId, 'b'], azp: 'b' } })],
    ['that has expired', () => ({ claims: { exp: seconds(-60) } })],
    ['of the future', () => ({ claims: { nbf: seconds(120) } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['whose subject is longer than 255 characters', () => ({ claims: { sub: 'a'.repeat(256) } })],
    ['signed with the client’s secret', () => ({ header: { alg: 'HS256' }, key: Buffer.from(clientSecret) })],
  ])('refuses an ID token %s', async (_, forgery) => {
    provider.forgery = forgery();
    expect(await signIn()).toBe('/login#problem=refused');
  });

  it('refuses an ID token without a signature', async () => {
    const browser = open();
    const url = await browser.begin();
    const claims = {
      iss: provider.issuer,
      sub: 'ada',
      aud: clientId,
      nonce: new URL(url).searchParams.get('nonce'),
    };
    const token = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('5m').encode();
    provider.forgery = { token };
    const page = await browser.follow(provider.callbackOf(url));
    expect(page).toBe(`${publicUrl}/login#problem=refused`);
  });

  it('refuses an ID token that is signed with a key that the provider does not publish', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    provider.forgery = { key: privateKey };
    expect(await signIn()).toBe('/login#problem=refused');
  });

  it('accepts clocks that differ by less than 30 seconds', async () => {
    provider.forgery = { claims: { exp: seconds(-20), iat: seconds(-320) } };
    expect(await signIn()).toMatch(success);
    provider.forgery = { claims: { iat: seconds(20), nbf: seconds(20) } };
    expect(await signIn()).toMatch(success);
  });

  it('takes the email from the userinfo endpoint only when its subject is the same', async () => {
    provider.forgery = { claims: { sub: 'grace', email: undefined } };
    provider.userinfo = { sub: 'ada', email: 'grace@example.com' };
    expect(await signIn()).toBe('/login#problem=refused');
    provider.userinfo = { sub: 'grace', email: 'grace@example.com' };
    expect(await signIn()).toMatch(success);
  });
});

describe('the answer of the provider', () => {
  it('refuses the answer of another issuer', async () => {
    expect(await signIn(open(), { iss: 'https://evil.example.com' })).toBe('/login#problem=refused');
    const browser = open();
    const callback = new URL(provider.callbackOf(await browser.begin()));
    callback.searchParams.delete('iss');
    expect(await browser.follow(callback.href)).toBe(`${publicUrl}/login#problem=refused`);
  });

  it('refuses a state that is missing, doubled, of another browser or used', async () => {
    const tokenRequests = provider.tokenRequests;
    const [own, other] = [open(), open()];
    const callback = provider.callbackOf(await own.begin());
    await other.begin();
    const refused = `${publicUrl}/login#problem=not_begun`;
    expect(await other.follow(callback)).toBe(refused);
    expect(await open().follow(callback)).toBe(refused);
    expect(await own.follow(`${callback}&state=another`)).toBe(refused);
    expect(provider.tokenRequests).toBe(tokenRequests);

    const browser = open();
    const second = provider.callbackOf(await browser.begin());
    const flow = browser.cookie('stockbook_oidc') ?? '';
    expect(await browser.follow(second)).toMatch(/signed-in#code=/);
    expect(browser.cookie('stockbook_oidc')).toBeUndefined();
    browser.setCookie('stockbook_oidc', flow);
    expect(await browser.follow(second)).toBe(refused);
  });

  it('refuses a cookie that was changed', async () => {
    const browser = open();
    const callback = provider.callbackOf(await browser.begin());
    const [content = '', signature = ''] = (browser.cookie('stockbook_oidc') ?? '').split('.');
    const flow = JSON.parse(Buffer.from(content, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...flow, begunAt: flow.begunAt + 1 })).toString('base64url');
    const cookies = [
      `${forged}.${signature}`,
      `${content}.`,
      content,
      `.${signature}`,
      '.',
      'a'.repeat(3000),
      '',
    ];
    for (const cookie of cookies) {
      browser.setCookie('stockbook_oidc', cookie);
      expect(await browser.follow(callback)).toBe(`${publicUrl}/login#problem=not_begun`);
    }
  });

  it('never shows the text of the provider', async () => {
    const page = await signIn(open(), { error: 'access_denied', error_description: 'call +1 555 0100' });
    expect(page).toBe('/login#problem=refused');
  });

  it('leads to no other address than PUBLIC_URL', async () => {
    const browser = open();
    const callback = provider.callbackOf(await browser.begin());
    const response = await harness.inject({
      method: 'GET',
      url: `${callback.slice(publicUrl.length)}&redirect_uri=https://evil.example.com&next=//evil.example.com`,
      headers: {
        cookie: browser.cookieHeader(),
        host: 'evil.example.com',
        'x-forwarded-host': 'evil.example.com',
        referer: 'https://evil.example.com/',
      },
    });
    expect(response.headers.location).toMatch(/^https:\/\/stocks\.example\.com\/signed-in#code=/);
  });

  it('says that the provider cannot be reached when it fails', async () => {
    provider.forgery = { status: 503 };
    expect(await signIn()).toBe('/login#problem=unreachable');
    provider.forgery = { status: 400 };
    expect(await signIn()).toBe('/login#problem=refused');
  });
});

describe('the code for the page', () => {
  it('signs in once, and only in the browser of the callback', async () => {
    const [own, other] = [open(), open()];
    const notBegun = { status: 400, body: { error: 'This sign-in was not begun in this browser' } };
    expect(await other.exchange(codeIn(await signIn(own)))).toMatchObject(notBegun);
    // Login CSRF: the other browser has a sign-in of its own.
    await signIn(other);
    expect(await other.exchange(codeIn(await signIn(own)))).toMatchObject(notBegun);
    const code = codeIn(await signIn(own));
    expect(await own.exchange(code)).toMatchObject({ status: 200 });
    expect(await own.exchange(code)).toMatchObject(notBegun);
  });

  it('signs in for pages of this server alone', async () => {
    for (const headers of [
      {},
      { origin: 'https://other.example.com' },
      { origin: 'null' },
      { origin: 'http://stocks.example.com' },
    ]) {
      const browser = open();
      const code = codeIn(await signIn(browser));
      expect((await browser.exchange(code, headers as Record<string, string>)).status).toBe(400);
    }
  });

  it('sets cookies that no script reads and no other site sends', async () => {
    const start = await harness.inject({ method: 'GET', url: '/api/auth/oidc/start' });
    expect(start.headers['set-cookie']).toMatch(
      /^stockbook_oidc=[\w.-]+; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Lax; Secure$/,
    );
    const browser = open();
    const callback = provider.callbackOf(await browser.begin());
    const response = await harness.inject({
      method: 'GET',
      url: callback.slice(publicUrl.length),
      headers: { cookie: browser.cookieHeader() },
    });
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^stockbook_oidc=; Max-Age=0; /),
      expect.stringMatching(
        /^stockbook_oidc_browser=[\w-]{43}; Max-Age=60; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });
});

it('writes no code, state, cookie or token to an address or the log', async () => {
  const browser = open();
  const page = await signIn(browser);
  const cookies = browser.cookieHeader();
  const { body } = await browser.exchange(codeIn(page));
  const logged = harness.logged.join('\n');
  const callback = new URL(browser.visited.find((url) => url.includes('/callback?')) ?? '');
  const secrets = [
    codeIn(page),
    callback.searchParams.get('code'),
    callback.searchParams.get('state'),
    ...cookies.split('; ').map((pair) => pair.split('=')[1]),
    body.access_token,
    body.refresh_token,
    'an access token',
    clientSecret,
  ];
  for (const secret of secrets) {
    expect(secret).toBeTruthy();
    expect(logged).not.toContain(String(secret));
  }
  const addresses = browser.visited.join('\n');
  expect(addresses).not.toContain(String(body.access_token));
  expect(addresses).not.toContain(String(body.refresh_token));
});
