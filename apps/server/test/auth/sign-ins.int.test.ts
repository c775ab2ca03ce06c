import { pollUntil } from '@stockbook/testing';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { movingClock } from '../support/moving-clock.ts';
import { race } from '../support/race.ts';

const clock = movingClock();
const harness = useHarness({ TRUST_PROXY: 1, MAX_SIGN_INS_PER_USER: 5 }, clock.now);

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

interface SignIn {
  id: string;
  address: string;
  client: string;
  is_current: boolean;
  last_used_at: string;
  created_at: string;
}

async function signIn({ email, password }: { email: string; password: string }, headers = {}) {
  const { body } = await harness().rest('POST', '/auth/login', { body: { email, password }, headers });
  return { token: String(body.access_token), refreshToken: String(body.refresh_token) };
}

async function list(token: string, query = '') {
  const { body } = await harness().rest('GET', `/auth/sign-ins${query}`, { token });
  return { signIns: body.sign_ins as SignIn[], total: body.total };
}

const statusOf = async (token: string) => (await harness().rest('GET', '/auth/me', { token })).status;
const end = (token: string, id: string) => harness().rest('DELETE', `/auth/sign-ins/${id}`, { token });
const confirmationRequired = {
  status: 403,
  body: { error: 'Enter your password to go on', code: 'CONFIRMATION_REQUIRED' },
};

describe('GET /auth/sign-ins', () => {
  it('lists the own sign-ins with client and address, the last used first', async () => {
    const owner = await harness().signUp();
    await harness().signUp();
    clock.forward(20);
    const headers = { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.7' };
    const { token } = await signIn(owner, headers);
    const { signIns, total } = await list(token);
    expect(total).toBe(2);
    expect(signIns).toMatchObject([
      { client: 'Firefox on Linux', address: '203.0.113.7', is_current: true },
      { client: 'lightMyRequest', is_current: false },
    ]);
    expect((await list(token, '?limit=1&offset=1')).signIns).toEqual([signIns[1]]);
  });

  it('records a use to the quarter of an hour, with its address', async () => {
    const { token } = await harness().signUp();
    const [created] = (await list(token)).signIns;
    clock.forward(10);
    const headers = { 'x-forwarded-for': '203.0.113.8' };
    await harness().rest('GET', '/auth/me', { token, headers });
    expect((await list(token)).signIns).toEqual([created]);
    clock.forward(6);
    await harness().rest('GET', '/auth/me', { token, headers });
    // The write is not part of the request.
    await pollUntil(
      'the recorded use',
      async () => (await list(token)).signIns[0]?.address === '203.0.113.8',
    );
    expect(String((await list(token)).signIns[0]?.last_used_at) > String(created?.last_used_at)).toBe(true);
  });
});

describe('DELETE /auth/sign-ins/{id}', () => {
  it('ends a sign-in with all its tokens, at once', async () => {
    const owner = await harness().signUp();
    const other = await signIn(owner);
    const { signIns } = await list(owner.token);
    const id = String(signIns.find(({ is_current }) => !is_current)?.id);
    expect(await end(owner.token, id)).toMatchObject({
      status: 200,
      body: { message: 'The sign-in was ended' },
    });
    expect(await statusOf(other.token)).toBe(401);
    const refresh = { body: { refresh_token: other.refreshToken } };
    expect((await harness().rest('POST', '/auth/refresh', refresh)).status).toBe(401);
    expect(await end(owner.token, id)).toMatchObject({ status: 404, body: { error: 'Sign-in not found' } });
    expect((await end(owner.token, 'nonsense')).status).toBe(404);
    expect(await statusOf(owner.token)).toBe(200);
  });

  it('succeeds for one of 20 simultaneous requests', async () => {
    const owner = await harness().signUp();
    await signIn(owner);
    const { signIns } = await list(owner.token);
    const id = String(signIns.find(({ is_current }) => !is_current)?.id);
    expect(await race(() => end(owner.token, id))).toEqual({ 200: 1, 404: 19 });
  });
});

describe('a stolen access token, 10 minutes after the sign-in', () => {
  it('requires the password for security settings, exports and deletion 10 minutes after the sign-in', async () => {
    const { token } = await harness().signUp();
    const { signIns } = await list(token);
    clock.forward(10);
    const calls = [
      ['POST', '/auth/tokens', { name: 'thief' }],
      ['POST', '/auth/logout-all', {}],
      ['POST', '/auth/logout-all', { except_current: true }],
      ['DELETE', `/auth/sign-ins/${signIns[0]?.id}`, undefined],
      ['POST', '/auth/second-factor', undefined],
      ['POST', '/auth/second-factor/activate', { code: '000000' }],
      ['POST', '/auth/second-factor/recovery-codes', undefined],
      ['DELETE', '/auth/second-factor', undefined],
      ['GET', '/account/export', undefined],
      ['DELETE', '/account?confirmation=owner', undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      expect(await harness().rest(method, path, { token, body })).toMatchObject(confirmationRequired);
    }
    expect(await statusOf(token)).toBe(200);
  });

  it('requires no password within 10 minutes after it was entered', async () => {
    const { token, password } = await harness().signUp();
    const make = () => harness().rest('POST', '/auth/tokens', { token, body: { name: 'mine' } });
    const confirm = (given: string) =>
      harness().rest('POST', '/auth/confirm', { token, body: { password: given } });
    clock.forward(10);
    expect(await confirm('a guess')).toMatchObject({
      status: 400,
      body: { error: 'That is not your password' },
    });
    expect(await make()).toMatchObject(confirmationRequired);
    const confirmed = await confirm(password);
    expect(confirmed.status).toBe(200);
    const leftMs = Date.parse(String(confirmed.body.confirmed_until)) - clock.now().getTime();
    expect(Math.abs(leftMs - 600_000)).toBeLessThan(5_000);
    clock.forward(9);
    expect((await make()).status).toBe(201);
    clock.forward(1.1);
    expect(await make()).toMatchObject(confirmationRequired);
  });

  it('confirms the password in 20 simultaneous requests without an error', async () => {
    const { token, password } = await harness().signUp();
    const confirm = () => harness().rest('POST', '/auth/confirm', { token, body: { password } });
    expect(await race(confirm)).toEqual({ 200: 20 });
  });
});

describe('POST /auth/logout-all', () => {
  it.each(['null', '[]', '"all"'])('refuses the body %s, and ends no sign-in', async (body) => {
    const { token } = await harness().signUp();
    const headers = { 'content-type': 'application/json' };
    expect(await harness().rest('POST', '/auth/logout-all', { token, body, headers })).toMatchObject({
      status: 400,
      body: { error: 'The body must be a JSON object', code: 'BAD_REQUEST' },
    });
    expect(await harness().rest('GET', '/auth/me', { token })).toMatchObject({ status: 200 });
  });

  it('spares the current sign-in and revokes tokens on request', async () => {
    const owner = await harness().signUp();
    const other = await signIn(owner);
    const made = await harness().rest('POST', '/auth/tokens', { token: owner.token, body: { name: 'x' } });
    const body = { except_current: true, tokens: true };
    const { body: ended } = await harness().rest('POST', '/auth/logout-all', { token: owner.token, body });
    expect(ended).toEqual({ message: 'Signed out everywhere else', ended: 1 });
    expect(await statusOf(owner.token)).toBe(200);
    expect(await statusOf(other.token)).toBe(401);
    expect(await statusOf(String(made.body.token))).toBe(401);
  });
});

describe('a sign-in', () => {
  it('ends when it was unused for a week', async () => {
    const { token, refreshToken } = await harness().signUp();
    const refresh = () => harness().rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
    const week = 7 * 24 * 60;
    clock.forward(week - 1);
    expect((await refresh()).status).toBe(200);
    clock.forward(week - 1);
    expect((await refresh()).status).toBe(200);
    clock.forward(week);
    expect((await refresh()).status).toBe(401);
    expect(await statusOf(token)).toBe(401);
  });

  it('ends the one longest unused when there are too many, also in a race', async () => {
    const owner = await harness().signUp();
    clock.forward(1);
    const body = { email: owner.email, password: owner.password };
    expect(await race(() => harness().rest('POST', '/auth/login', { body }))).toEqual({ 200: 20 });
    const { token } = await signIn(owner);
    expect((await list(token)).total).toBe(5);
    expect(await statusOf(owner.token)).toBe(401);
  });
});
