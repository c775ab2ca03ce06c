import { removeSecondFactorOf } from '@stockbook/api';
import { secondFactorRepository } from '@stockbook/db';
import { generateSync } from 'otplib';
import { describe, expect, it, vi } from 'vitest';
import type { RestResponse } from '../support/api-harness.ts';
import { useHarness } from '../support/harness.ts';
import { movingClock } from '../support/moving-clock.ts';
import { race } from '../support/race.ts';

const start = Date.now();
// It stands still in between: a test that takes the code of a step twice must not cross into the next one.
const clock = movingClock(() => start);
const harness = useHarness({}, clock.now);
const required = useHarness({ REQUIRE_SECOND_FACTOR: true });

const codeOf = (secret: string, ageS = 0) =>
  generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) - ageS });

/** Moves to the next 30-second step, in which an unused code is shown. */
const nextStep = () => clock.forward(0.5);

/** An account with two-step sign-in. */
async function protectedUser() {
  const user = await harness().signUp();
  const { token } = user;
  const created = await harness().rest('POST', '/auth/second-factor', { token });
  const secret = String(created.body.secret);
  const body = { code: codeOf(secret) };
  const activated = await harness().rest('POST', '/auth/second-factor/activate', { token, body });
  expect([created.status, activated.status]).toEqual([201, 200]);
  nextStep();
  return { ...user, secret, uri: String(created.body.uri), codes: activated.body.recovery_codes as string[] };
}

function signIn(
  { email, password }: { email: string; password: string },
  code?: string,
): Promise<RestResponse> {
  return harness().rest('POST', '/auth/login', { body: { email, password, code } });
}

const stateOf = async (token: string) => (await harness().rest('GET', '/auth/second-factor', { token })).body;
const wrongCode = {
  status: 401,
  body: { error: 'The code is not right or was used already', code: 'SECOND_FACTOR_REQUIRED' },
};

describe('turning two-step sign-in on', () => {
  it('shows key and recovery codes once, and ends other sign-ins', async () => {
    const user = await harness().signUp();
    const other = await signIn(user);
    const { token } = user;
    expect(await stateOf(token)).toEqual({ is_on: false, since: null, recovery_codes_left: 0 });
    const created = await harness().rest('POST', '/auth/second-factor', { token });
    const secret = String(created.body.secret);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(String(created.body.uri)).toContain(`secret=${secret}`);
    expect((await signIn(user)).status).toBe(200);
    const activate = (code: string) =>
      harness().rest('POST', '/auth/second-factor/activate', { token, body: { code } });
    expect(await activate('000000')).toMatchObject({ status: 400, body: { error: wrongCode.body.error } });
    const activated = await activate(codeOf(secret));
    const codes = activated.body.recovery_codes as string[];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect(await stateOf(token)).toMatchObject({ is_on: true, recovery_codes_left: 10 });
    const dead = { token: String(other.body.access_token) };
    expect((await harness().rest('GET', '/auth/me', dead)).status).toBe(401);
    expect((await harness().rest('POST', '/auth/second-factor', { token })).status).toBe(409);
  });

  it('allows turning two-step sign-in on for 15 minutes', async () => {
    const { token, password } = await harness().signUp();
    const created = await harness().rest('POST', '/auth/second-factor', { token });
    clock.forward(15);
    await harness().rest('POST', '/auth/confirm', { token, body: { password } });
    const body = { code: codeOf(String(created.body.secret)) };
    expect((await harness().rest('POST', '/auth/second-factor/activate', { token, body })).status).toBe(409);
  });

  it('succeeds for one of 20 simultaneous requests', async () => {
    const { token } = await harness().signUp();
    const created = await harness().rest('POST', '/auth/second-factor', { token });
    const body = { code: codeOf(String(created.body.secret)) };
    const counts = await race(() => harness().rest('POST', '/auth/second-factor/activate', { token, body }));
    expect(counts[200]).toBe(1);
    expect((counts[409] ?? 0) + (counts[429] ?? 0)).toBe(19);
  });
});

describe('a sign-in with two steps', () => {
  it('requires the second step if two-step sign-in is turned on while the password is verified', async () => {
    const user = await harness().signUp();
    const { passwords, database } = harness().services;
    const { verify } = passwords;
    vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...args) => {
      const isRight = await verify(...args);
      const { id } = (await harness().rest('GET', '/auth/me', { token: user.token })).body;
      await secondFactorRepository.activate(database.fork(), String(id), clock.now());
      return isRight;
    });
    expect((await signIn(user)).status).toBe(401);
    expect(await signIn(user)).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } });
  });

  it('requires a code, which it accepts once, also the one shown 30 seconds ago', async () => {
    const user = await protectedUser();
    expect(await signIn(user)).toMatchObject({
      status: 401,
      body: { error: 'Enter the code from your authenticator app', code: 'SECOND_FACTOR_REQUIRED' },
    });
    expect(await signIn({ ...user, password: 'wrong' }, codeOf(user.secret))).toMatchObject({
      status: 401,
      body: { error: 'Invalid email or password', code: 'UNAUTHORIZED' },
    });
    expect((await signIn(user, codeOf(user.secret))).status).toBe(200);
    expect(await signIn(user, codeOf(user.secret))).toMatchObject(wrongCode);
    nextStep();
    nextStep();
    expect((await signIn(user, codeOf(user.secret, 30))).status).toBe(200);
    nextStep();
    nextStep();
    nextStep();
    expect(await signIn(user, codeOf(user.secret, 60))).toMatchObject(wrongCode);
    const codeAhead = codeOf(user.secret, -60);
    expect(await signIn(user, codeAhead)).toMatchObject(wrongCode);
  });

  it('accepts a code of the app for one of 20 simultaneous requests', async () => {
    const user = await protectedUser();
    const code = codeOf(user.secret);
    const counts = await race(() => signIn(user, code));
    expect(counts[200]).toBe(1);
    expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(19);
  });

  it('accepts each recovery code once, also in a race', async () => {
    const user = await protectedUser();
    const [first = '', second = ''] = user.codes;
    const counts = await race(() => signIn(user, first));
    expect(counts[200]).toBe(1);
    expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(19);
    clock.forward(16);
    const again = await signIn(user, second.toLowerCase().replaceAll('-', ' '));
    expect(again.status).toBe(200);
    expect(await stateOf(String(again.body.access_token))).toMatchObject({ recovery_codes_left: 8 });
  });

  it('admits one code a minute after five wrong ones', async () => {
    const user = await protectedUser();
    const statuses = [];
    for (let guess = 0; guess < 7; guess += 1) statuses.push((await signIn(user, '000000')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
    const { events } = (await harness().rest('GET', '/auth/events', { token: user.token })).body;
    expect(events).toContainEqual(expect.objectContaining({ kind: 'limit_reached' }));
    clock.forward(1);
    expect((await signIn(user, codeOf(user.secret))).status).toBe(200);
    nextStep();
    expect((await signIn(user, codeOf(user.secret))).status).toBe(200);
  });

  it('requires no second step of a personal access token', async () => {
    const user = await protectedUser();
    const signedIn = await signIn(user, codeOf(user.secret));
    const token = String(signedIn.body.access_token);
    const made = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
    expect((await harness().rest('GET', '/stocks', { token: String(made.body.token) })).status).toBe(200);
  });
});

describe('changing two-step sign-in', () => {
  it('requires password and code to change two-step sign-in', async () => {
    const { token, password, secret } = await protectedUser();
    clock.forward(10);
    const confirm = (code?: string) =>
      harness().rest('POST', '/auth/confirm', { token, body: { password, code } });
    const off = () => harness().rest('DELETE', '/auth/second-factor', { token });
    expect(await confirm()).toMatchObject({
      status: 400,
      body: { error: 'Enter the code from your authenticator app', details: [{ field: 'code' }] },
    });
    expect(await confirm('000000')).toMatchObject({ status: 400, body: { error: wrongCode.body.error } });
    expect((await off()).body.code).toBe('CONFIRMATION_REQUIRED');
    const code = codeOf(secret);
    const counts = await race(() => confirm(code));
    expect(counts[200]).toBe(1);
    expect((counts[400] ?? 0) + (counts[429] ?? 0)).toBe(19);
    const renewed = await harness().rest('POST', '/auth/second-factor/recovery-codes', { token });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect(await race(off)).toEqual({ 200: 1, 409: 19 });
    expect(await stateOf(token)).toEqual({ is_on: false, since: null, recovery_codes_left: 0 });
  });

  it('lets the operator remove the second step for a lost phone, and shows a notice at the next sign-in', async () => {
    const user = await protectedUser();
    const { token, email } = user;
    await removeSecondFactorOf(harness().services, email);
    expect((await harness().rest('GET', '/auth/me', { token })).status).toBe(401);
    const again = await signIn(user);
    expect(again.status).toBe(200);
    const { body } = await harness().rest('GET', '/auth/notices', { token: String(again.body.access_token) });
    expect(body.notices).toMatchObject([{ kind: 'second_factor_off' }]);
    await expect(removeSecondFactorOf(harness().services, email)).rejects.toThrow(
      'Two-step sign-in is not on',
    );
  });
});

describe('REQUIRE_SECOND_FACTOR', () => {
  it('permits only to set it up before', async () => {
    const { token } = await required().signUp();
    const call = (method: 'GET' | 'POST', path: string, body?: object) =>
      required().rest(method, path, { token, body });
    expect(await call('GET', '/stocks')).toMatchObject({
      status: 403,
      body: { error: 'Set up two-step sign-in first', code: 'SECOND_FACTOR_SETUP_REQUIRED' },
    });
    expect((await call('GET', '/auth/me')).status).toBe(200);
    expect((await call('GET', '/auth/password')).status).toBe(200);
    const { secret } = (await call('POST', '/auth/second-factor')).body;
    const code = generateSync({ secret: String(secret) });
    expect((await call('POST', '/auth/second-factor/activate', { code })).status).toBe(200);
    expect((await call('GET', '/stocks')).status).toBe(200);
  });
});
