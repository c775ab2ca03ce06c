import { generateKeyPair, type JWTPayload, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Harness } from '../../support/harness.ts';
import { Browser, codeIn } from '../../support/oidc/browser.ts';
import { clientSecret, ProviderServer, publicUrl, settingsFor } from '../../support/oidc/provider-server.ts';

let provider: ProviderServer;
let harness: Harness;

beforeAll(async () => {
  provider = await ProviderServer.start();
  harness = await Harness.start({ ROLE: 'web', ...settingsFor(provider.issuer) });
});
afterAll(async () => {
  await harness.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.forge = null;
});

const open = () => new Browser(() => harness);
const success = /^\/signed-in#code=[\w-]{43}$/;
const refused = '/login#problem=refused';
const notBegun = '/login#problem=not_begun';

/** Signs in up to the callback. @returns its address, which the browser has not visited yet */
async function toCallback(browser: Browser): Promise<string> {
  let callback = '';
  await expect(
    browser.toPage((address) => {
      callback = address;
      throw new Error('stopped before the callback');
    }),
  ).rejects.toThrow('stopped');
  return callback;
}

const pageOf = async (browser: Browser, callback: string) =>
  (await browser.follow(callback)).slice(publicUrl.length);

/** The address with other values of its parameters. */
function changed(address: string, parameters: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

const parameterOf = (address: string, name: string) => new URL(address).searchParams.get(name);

describe('an ID token that an attacker has replaced on its way', () => {
  const now = () => Math.floor(Date.now() / 1000);

  it('signs in when the token is signed again without a change', async () => {
    provider.forge = (claims) => provider.sign(claims);
    expect(await open().toPage()).toMatch(success);
  });

  it.each<[string, (claims: JWTPayload) => string | Promise<string>]>([
    ['for another audience', (claims) => provider.sign({ ...claims, aud: 'another-client' })],
    ['that has expired', (claims) => provider.sign({ ...claims, iat: now() - 700, exp: now() - 31 })],
    ['issued in the future', (claims) => provider.sign({ ...claims, iat: now() + 60 })],
    ['of another nonce', (claims) => provider.sign({ ...claims, nonce: 'another' })],
    ['without a nonce', (claims) => provider.sign({ ...claims, nonce: undefined })],
    ['of another issuer', (claims) => provider.sign({ ...claims, iss: 'https://evil.example.com' })],
    ['without a signature', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'signed with the client’s secret',
      (claims) => provider.sign(claims, { alg: 'HS256', key: Buffer.from(clientSecret) }),
    ],
    [
      'signed with a key that the provider does not publish',
      async (claims) => provider.sign(claims, { key: (await generateKeyPair('RS256')).privateKey }),
    ],
    ['for the person of an attacker', (claims) => new UnsecuredJWT({ ...claims, sub: 'mallory' }).encode()],
  ])('refuses a token %s', async (_, forge) => {
    provider.forge = forge;
    expect(await open().toPage()).toBe(refused);
  });

  it('refuses a token of another sign-in at the same provider', async () => {
    let kept = '';
    provider.forge = async (claims) => {
      kept = await provider.sign(claims);
      return kept;
    };
    await open().toPage();
    provider.forge = () => kept;
    expect(await open().toPage()).toBe(refused);
  });
});

describe('an answer of the provider', () => {
  it('refuses the code of another browser', async () => {
    const [own, other] = [open(), open()];
    const [callback, stolen] = [await toCallback(own), await toCallback(other)];
    const swapped = changed(callback, { code: parameterOf(stolen, 'code') });
    expect(await pageOf(own, swapped)).toBe(refused);
    // The try took nothing from the owner of the code.
    expect(await pageOf(other, stolen)).toMatch(success);
  });

  it('refuses a code that was redeemed before', async () => {
    const browser = open();
    const first = await toCallback(browser);
    expect(await pageOf(browser, first)).toMatch(success);
    const next = await toCallback(browser);
    expect(await pageOf(browser, changed(next, { code: parameterOf(first, 'code') }))).toBe(refused);
  });

  it('refuses the state of another browser, and a state that was used', async () => {
    const [own, other] = [open(), open()];
    const [callback, foreign] = [await toCallback(own), await toCallback(other)];
    const flow = own.cookie('stockbook_oidc') ?? '';
    expect(await pageOf(own, changed(callback, { state: parameterOf(foreign, 'state') }))).toBe(notBegun);
    own.setCookie('stockbook_oidc', flow);
    expect(await pageOf(own, callback)).toMatch(success);
    own.setCookie('stockbook_oidc', flow);
    expect(await pageOf(own, callback)).toBe(notBegun);
  });

  it('accepts one of two simultaneous answers with the same state', async () => {
    const browser = open();
    const callback = await toCallback(browser);
    const flow = browser.cookie('stockbook_oidc') ?? '';
    const same = open();
    same.setCookie('stockbook_oidc', flow);
    const pages = await Promise.all([pageOf(browser, callback), pageOf(same, callback)]);
    expect(pages.sort()).toEqual([notBegun, expect.stringMatching(success)]);
  });

  it('refuses the answer of an attacker’s sign-in in the browser of a victim', async () => {
    const [attacker, victim] = [open(), open()];
    expect(await pageOf(victim, await toCallback(attacker))).toBe(notBegun);
    // The victim has begun a sign-in, too.
    await victim.begin();
    expect(await pageOf(victim, await toCallback(attacker))).toBe(notBegun);
  });

  it.each([
    ['names another issuer', 'https://evil.example.com'],
    ['names none', null],
  ])('refuses an answer that %s, although its code is right', async (_, iss) => {
    const browser = open();
    expect(await pageOf(browser, changed(await toCallback(browser), { iss }))).toBe(refused);
  });

  it('leads to PUBLIC_URL alone, whatever the address asks for', async () => {
    const browser = open();
    const callback = changed(await toCallback(browser), {
      redirect_uri: 'https://evil.example.com/',
      return_to: '//evil.example.com',
    });
    expect(await browser.follow(callback)).toMatch(`${publicUrl}/signed-in#code=`);
    const start = await harness.inject({
      method: 'GET',
      url: '/api/auth/oidc/start?redirect_uri=https://evil.example.com&next=//evil.example.com',
      headers: { host: 'evil.example.com' },
    });
    const sent = new URL(String(start.headers.location));
    expect(sent.origin).toBe(provider.issuer);
    expect(sent.searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/auth/oidc/callback`);
  });
});

describe('the code for the page', () => {
  it('signs in one of two simultaneous requests', async () => {
    const browser = open();
    const code = codeIn(await browser.toPage());
    const answers = await Promise.all([browser.exchange(code), browser.exchange(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('signs a victim in to no account of an attacker', async () => {
    const [attacker, victim] = [open(), open()];
    const code = codeIn(await attacker.toPage());
    await victim.toPage();
    expect((await victim.exchange(code)).status).toBe(400);
    // The try has used the code up.
    expect((await attacker.exchange(code)).status).toBe(400);
  });
});

it('writes no code, state, cookie or token of the provider to an address, a referrer or the log', async () => {
  const issued: string[] = [];
  provider.forge = async (claims) => {
    issued.push(await provider.sign(claims));
    return issued.at(-1) ?? '';
  };
  const browser = open();
  const callback = await toCallback(browser);
  const cookie = browser.cookie('stockbook_oidc');
  const page = await pageOf(browser, callback);
  const { body } = await browser.exchange(codeIn(page));
  const tokens = [...issued, body.access_token, body.refresh_token].map(String);
  expect(tokens).toHaveLength(3);
  const secrets = [
    ...tokens,
    ...['code', 'state'].map((name) => parameterOf(callback, name)),
    cookie,
    codeIn(page),
    clientSecret,
  ].map(String);
  const logged = harness.logged.join('\n');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20);
    expect(logged).not.toContain(secret);
  }
  const addresses = browser.visited.join('\n');
  for (const token of [...tokens, clientSecret]) expect(addresses).not.toContain(token);
  for (const policy of browser.referrerPolicies) expect(policy).toBe('no-referrer');
  expect(browser.referrerPolicies).toHaveLength(2);
});
