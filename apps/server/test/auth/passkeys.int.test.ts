import { removePasskeysOf, resetPassword } from '@stockbook/api';
import { userRepository } from '@stockbook/db';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { movingClock } from '../support/moving-clock.ts';
import { type Lies, SoftwareAuthenticator } from '../support/software-authenticator.ts';

const clock = movingClock();
const host = 'stocks.example.com';
const origin = `https://${host}`;
const harness = useHarness({ PUBLIC_URL: origin, TRUST_PROXY: 1 }, clock.now);
const required = useHarness({ PUBLIC_URL: origin, TRUST_PROXY: 1, REQUIRE_SECOND_FACTOR: true }, clock.now);

/** As the proxy in front of the server passes them on. */
const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': host,
  'x-forwarded-for': '203.0.113.7',
};

type Program = ReturnType<typeof harness>;

function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { token, body, program = harness() }: { token?: string; body?: object; program?: Program } = {},
) {
  return program.rest(method, path, {
    body,
    headers: { ...forwarded, ...(method === 'GET' ? {} : { origin }) },
    ...(token === undefined ? {} : { token }),
  });
}

// Responses are validated by the OpenAPI document.
const optionsOf = async (path: string, token?: string, program?: Program) =>
  (await call('POST', path, { ...(token && { token }), ...(program && { program }) })).body as never;

const refusedSignIn = { status: 401, body: { error: 'This passkey was not accepted', code: 'UNAUTHORIZED' } };
const refused = { status: 400, body: { error: 'This passkey was not accepted' } };

/** Adds the passkey of a new authenticator. */
async function addPasskey(token: string, program?: Program) {
  const device = new SoftwareAuthenticator(origin);
  const response = device.create(await optionsOf('/auth/passkeys/options', token, program));
  const body = { name: 'MacBook', response };
  const added = await call('POST', '/auth/passkeys', { token, body, ...(program && { program }) });
  expect(added.status).toBe(201);
  return { device, added };
}

async function userWithPasskey() {
  const user = await harness().signUp();
  return { ...user, ...(await addPasskey(user.token)) };
}

async function signIn(device: SoftwareAuthenticator, lies: Lies = {}) {
  const response = device.get(await optionsOf('/auth/passkey-login/options'), lies);
  return call('POST', '/auth/passkey-login', { body: { response } });
}

async function eventsOf(token: string): Promise<string[]> {
  const { events } = (await call('GET', '/auth/events', { token })).body;
  return (events as { kind: string }[]).map(({ kind }) => kind);
}

describe('passkeys', () => {
  it('signs in by a passkey without a password or code', async () => {
    const { token, device, added, email } = await userWithPasskey();
    expect(added.body).toMatchObject({ name: 'MacBook', last_used_at: null, transports: ['internal'] });
    const signedIn = await signIn(device);
    expect(signedIn).toMatchObject({ status: 200, body: { user: { email } } });
    expect(signedIn.headers['cache-control']).toBe('no-store');
    const list = (await call('GET', '/auth/passkeys', { token })).body;
    expect(list).toMatchObject({ total: 1, passkeys: [{ id: added.body.id }] });
    expect((list.passkeys as { last_used_at: string | null }[])[0]?.last_used_at).not.toBeNull();
    expect(JSON.stringify(list)).not.toContain('public');
    const other = String(signedIn.body.access_token);
    const { notices } = (await call('GET', '/auth/notices', { token: other })).body;
    expect(notices).toMatchObject([{ kind: 'passkey_added' }]);
    const own = (await call('GET', '/auth/notices', { token })).body.notices;
    expect(own).not.toContainEqual(expect.objectContaining({ kind: 'passkey_added' }));
  });

  it.each<[string, Lies]>([
    ['another origin', { origin: 'https://evil.example.com' }],
    ['another relying party', { rpId: 'evil.example.com' }],
    ['an unknown challenge', { challenge: 'A'.repeat(43) }],
    ['a user who was not verified', { isVerified: false }],
  ])('refuses an answer with %s at adding, confirming and signing in', async (_, lies) => {
    const { token, device } = await userWithPasskey();
    expect(await signIn(device, lies)).toMatchObject(refusedSignIn);
    const confirming = device.get(await optionsOf('/auth/confirm/options', token), lies);
    expect(await call('POST', '/auth/confirm', { token, body: { response: confirming } })).toMatchObject(
      refused,
    );
    const adding = new SoftwareAuthenticator(origin).create(
      await optionsOf('/auth/passkeys/options', token),
      lies,
    );
    const body = { name: 'Phone', response: adding };
    expect(await call('POST', '/auth/passkeys', { token, body })).toMatchObject(refused);
    expect(await eventsOf(token)).toContain('sign_in_failed');
    expect((await call('GET', '/auth/passkeys', { token })).body.total).toBe(1);
  });

  it('accepts a challenge once, for five minutes, and only for its purpose', async () => {
    const { token, device } = await userWithPasskey();
    const login = (response: object) => call('POST', '/auth/passkey-login', { body: { response } });
    const response = device.get(await optionsOf('/auth/passkey-login/options'));
    expect((await login(response)).status).toBe(200);
    expect(await login(response)).toMatchObject(refusedSignIn);
    const late = device.get(await optionsOf('/auth/passkey-login/options'));
    clock.forward(5);
    expect(await login(late)).toMatchObject(refusedSignIn);
    expect(await login(device.get(await optionsOf('/auth/confirm/options', token)))).toMatchObject(
      refusedSignIn,
    );
    const options = await optionsOf('/auth/passkey-login/options');
    const changed = device.get(options);
    const wrong = {
      ...changed,
      response: { ...changed.response, signature: device.get(options).response.signature },
    };
    expect(await login({ ...wrong, id: 'AAAA', rawId: 'AAAA' })).toMatchObject(refusedSignIn);
    // The first answer has used the challenge up.
    expect(await login(device.get(options))).toMatchObject(refusedSignIn);
  });

  it('refuses a changed signature, and the handle of another user or none', async () => {
    const { device } = await userWithPasskey();
    const answer = device.get(await optionsOf('/auth/passkey-login/options'));
    const signature = `${answer.response.signature.slice(0, -8)}AAAAAAAA`;
    const body = { response: { ...answer, response: { ...answer.response, signature } } };
    expect(await call('POST', '/auth/passkey-login', { body })).toMatchObject(refusedSignIn);
    for (const userHandle of ['AAAA', '', null]) {
      const again = device.get(await optionsOf('/auth/passkey-login/options'));
      const forged = { response: { ...again, response: { ...again.response, userHandle } } };
      expect(await call('POST', '/auth/passkey-login', { body: forged })).toMatchObject(refusedSignIn);
    }
  });

  it('refuses a counter that does not rise, with an event and a notice', async () => {
    const { token, device } = await userWithPasskey();
    expect((await signIn(device, { counter: 9 })).status).toBe(200);
    expect(await signIn(device, { counter: 9 })).toMatchObject(refusedSignIn);
    expect(await eventsOf(token)).toContain('passkey_cloned');
    const { notices } = (await call('GET', '/auth/notices', { token })).body;
    expect(JSON.stringify(notices)).toContain('passkey_cloned');
    expect((await signIn(device, { counter: 10 })).status).toBe(200);
  });

  it('confirms a sign-in by an own passkey only', async () => {
    const { token, device } = await userWithPasskey();
    const stranger = await userWithPasskey();
    const confirm = async (by: SoftwareAuthenticator) => {
      const response = by.get(await optionsOf('/auth/confirm/options', token));
      return call('POST', '/auth/confirm', { token, body: { response } });
    };
    clock.forward(11);
    expect((await call('POST', '/auth/passkeys/options', { token })).body.code).toBe('CONFIRMATION_REQUIRED');
    expect(await confirm(stranger.device)).toMatchObject(refused);
    expect((await confirm(device)).status).toBe(200);
    expect((await call('POST', '/auth/passkeys/options', { token })).status).toBe(200);
  });

  it('refuses a passkey that is registered already, and the 21st', async () => {
    const { token, device } = await userWithPasskey();
    const again = device.attest(await optionsOf('/auth/passkeys/options', token));
    const body = { name: 'MacBook', response: again };
    const { status, body: answer } = await call('POST', '/auth/passkeys', { token, body });
    expect([status, answer.error]).toEqual([409, 'This passkey is registered already']);
    for (let count = 1; count < 20; count += 1) await addPasskey(token);
    expect((await call('POST', '/auth/passkeys/options', { token })).status).toBe(409);
  });

  it('renames and removes own passkeys, and answers 404 for those of others', async () => {
    const { token, added } = await userWithPasskey();
    const stranger = await harness().signUp();
    const path = `/auth/passkeys/${added.body.id}`;
    const renaming = (name: string) => call('PATCH', path, { token, body: { name } });
    expect((await renaming('Phone')).body.name).toBe('Phone');
    expect((await renaming(' ')).status).toBe(400);
    const others = { token: stranger.token };
    expect((await call('GET', path, others)).status).toBe(404);
    expect((await call('PATCH', path, { ...others, body: { name: 'Mine' } })).status).toBe(404);
    expect((await call('DELETE', path, others)).status).toBe(404);
    expect((await call('DELETE', path, { token })).status).toBe(200);
    expect((await call('GET', path, { token })).status).toBe(404);
    expect(await eventsOf(token)).toContain('passkey_removed');
  });

  it('keeps the last way to sign in', async () => {
    const { token, added, email } = await userWithPasskey();
    const em = harness().services.database.fork();
    const user = await userRepository.findByEmail(em, email);
    const none = { passwordHash: null, passwordChangedAt: null, mustChangePasswordUntil: null };
    await userRepository.setPassword(em, String(user?.id), none);
    expect(await call('DELETE', `/auth/passkeys/${added.body.id}`, { token })).toMatchObject({
      status: 409,
      body: { error: 'Set a password or add a passkey first' },
    });
    expect((await call('GET', '/auth/passkeys', { token })).body.total).toBe(1);
  });

  it('refuses the passkey of a disabled account', async () => {
    const { device, email } = await userWithPasskey();
    const em = harness().services.database.fork();
    const user = await userRepository.findByEmail(em, email);
    await userRepository.setDisabledAt(em, String(user?.id), clock.now());
    expect(await signIn(device)).toMatchObject(refusedSignIn);
  });

  it('refuses passkeys at other hosts than that of PUBLIC_URL', async () => {
    const elsewhere = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'other.example.com' };
    const options = await harness().rest('POST', '/auth/passkey-login/options', { headers: elsewhere });
    expect(options).toMatchObject({
      status: 409,
      body: { error: 'Passkeys need HTTPS and a fixed address (PUBLIC_URL)' },
    });
    const ways = async (headers: Record<string, string>) =>
      (await harness().rest('GET', '/version', { headers })).body.sign_in;
    expect(await ways(elsewhere)).toEqual({ passwords: true, passkeys: false, provider: null });
    expect(await ways(forwarded)).toEqual({ passwords: true, passkeys: true, provider: null });
  });

  it('bounds the challenges for an address', async () => {
    const headers = { ...forwarded, 'x-forwarded-for': '203.0.113.99' };
    const request = () => harness().rest('POST', '/auth/passkey-login/options', { headers });
    for (let count = 0; count < 60; count += 1) expect((await request()).status).toBe(200);
    expect((await request()).status).toBe(429);
  });

  it('lets the operator remove all passkeys, and counts them when the password is reset', async () => {
    const { email, device } = await userWithPasskey();
    const reset = { email, password: 'another long and private sentence', isGenerated: false };
    expect(await resetPassword(harness().services, reset)).toMatchObject({ passkeys: 1 });
    expect(await removePasskeysOf(harness().services, email)).toMatchObject({ removedPasskeys: 1 });
    expect(await signIn(device)).toMatchObject(refusedSignIn);
    await expect(removePasskeysOf(harness().services, email)).rejects.toThrow('has no passkeys');
  });

  it('logs neither challenges nor answers', async () => {
    const { device } = await userWithPasskey();
    const options: { challenge: string } = await optionsOf('/auth/passkey-login/options');
    const answer = device.get({ ...options, rpId: host });
    await call('POST', '/auth/passkey-login', { body: { response: answer } });
    const log = harness().logged.join('');
    for (const secret of [options.challenge, answer.response.signature]) expect(log).not.toContain(secret);
  });
});

describe('REQUIRE_SECOND_FACTOR', () => {
  it('accepts the sign-in with a passkey, not the account that has one', async () => {
    const program = required();
    const user = await program.signUp();
    const stocks = (token: string) => call('GET', '/stocks', { token, program });
    expect((await stocks(user.token)).status).toBe(403);
    const { device } = await addPasskey(user.token, program);
    expect((await stocks(user.token)).status).toBe(200);
    const { email, password } = user;
    const byPassword = await call('POST', '/auth/login', { body: { email, password }, program });
    const token = String(byPassword.body.access_token);
    for (const path of ['/auth/passkeys/options', '/auth/second-factor']) {
      expect(await call('POST', path, { token, program })).toMatchObject({
        status: 403,
        body: { code: 'SECOND_FACTOR_SETUP_REQUIRED' },
      });
    }
    await call('POST', '/auth/confirm', { token, body: { password }, program });
    expect((await stocks(token)).status).toBe(403);
    const response = device.get(await optionsOf('/auth/confirm/options', token, program));
    expect((await call('POST', '/auth/confirm', { token, body: { response }, program })).status).toBe(200);
    expect((await stocks(token)).status).toBe(200);
    // A later confirmation by the password does not take it away.
    await call('POST', '/auth/confirm', { token, body: { password }, program });
    expect((await stocks(token)).status).toBe(200);
  });
});
