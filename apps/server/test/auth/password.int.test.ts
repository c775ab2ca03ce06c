import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetPassword } from '@stockbook/api';
import { afterAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { movingClock } from '../support/moving-clock.ts';
import { race } from '../support/race.ts';

const dir = mkdtempSync(join(tmpdir(), 'stockbook-passwords-'));
afterAll(() => rmSync(dir, { recursive: true }));
const breached = 'plums in the attic';
const breachedFile = join(dir, 'breached.txt');
writeFileSync(breachedFile, `${createHash('sha1').update(breached).digest('hex').toUpperCase()}:7\r\n`);

const clock = movingClock();
const harness = useHarness(
  { BREACHED_PASSWORDS_FILE: breachedFile, PUBLIC_URL: 'https://stocks.example.net' },
  clock.now,
);

const newPassword = 'another long and private sentence';

function change(token: string, body: object) {
  return harness().rest('POST', '/auth/password', { token, body });
}

async function signIn({ email, password }: { email: string; password: string }) {
  const { status, body } = await harness().rest('POST', '/auth/login', { body: { email, password } });
  return { status, body, token: String(body.access_token), refreshToken: String(body.refresh_token) };
}

const statusOf = async (token: string) => (await harness().rest('GET', '/auth/me', { token })).status;
const refresh = (refreshToken: string) =>
  harness().rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });

describe('POST /auth/password', () => {
  it('changes the password, replaces the tokens of the sign-in and ends the others', async () => {
    const owner = await harness().signUp();
    const others = [await signIn(owner), await signIn(owner)];
    const made = await harness().rest('POST', '/auth/tokens', {
      token: owner.token,
      body: { name: 'script' },
    });
    const before = await harness().rest('GET', '/auth/password', { token: owner.token });
    clock.forward(1);
    const changed = await change(owner.token, {
      current_password: owner.password,
      new_password: newPassword,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        message: 'Your password was changed. 2 other sign-ins were ended.',
        ended: 2,
        user: { email: owner.email },
      },
    });
    const token = String(changed.body.access_token);
    expect(await statusOf(token)).toBe(200);
    expect((await refresh(String(changed.body.refresh_token))).status).toBe(200);
    for (const dead of [owner, ...others]) {
      expect(await statusOf(dead.token)).toBe(401);
      expect((await refresh(dead.refreshToken)).status).toBe(401);
    }
    expect(await statusOf(String(made.body.token))).toBe(200);
    expect((await signIn(owner)).status).toBe(401);
    expect((await signIn({ ...owner, password: newPassword })).status).toBe(200);
    const after = await harness().rest('GET', '/auth/password', { token });
    expect(after.body.must_change_until).toBeNull();
    expect(String(after.body.changed_at) > String(before.body.changed_at)).toBe(true);
  });

  it('keeps other sign-ins and revokes tokens on request', async () => {
    const owner = await harness().signUp();
    const other = await signIn(owner);
    const made = await harness().rest('POST', '/auth/tokens', {
      token: owner.token,
      body: { name: 'script' },
    });
    const options = { end_other_sign_ins: false, revoke_tokens: true };
    const body = { current_password: owner.password, new_password: newPassword, ...options };
    const { body: changed } = await change(owner.token, body);
    expect(changed.message).toBe('Your password was changed.');
    expect(await statusOf(other.token)).toBe(200);
    expect(await statusOf(String(made.body.token))).toBe(401);
  });

  it('succeeds for one of 20 simultaneous requests', async () => {
    const { token, password } = await harness().signUp();
    const body = { current_password: password, new_password: newPassword };
    const counts = await race(() => change(token, body));
    expect(counts[200]).toBe(1);
    expect((counts[400] ?? 0) + (counts[401] ?? 0)).toBe(19);
  });

  it.each([
    [{ new_password: newPassword }, 'Current password is required'],
    [{ current_password: 'wrong', new_password: newPassword }, 'That is not your password'],
    [{ new_password: 'short' }, 'New password must be at least 8 characters'],
    [{ new_password: 'x'.repeat(129) }, 'New password must be at most 128 characters'],
    [{ new_password: 'a long and private sentence' }, 'New password must differ from the current one'],
    [{ new_password: 'iloveyou1' }, 'New password is one of the most common ones: choose another'],
    [{ new_password: '12-chooser-1!' }, 'New password is too easy to guess: it contains your name'],
    [{ new_password: 'Stocks.Example.net' }, 'New password is too easy to guess: it contains your name'],
    [{ new_password: breached }, 'This password was found in a data breach: choose another'],
  ])('refuses %j', async (body, error) => {
    const name = `chooser${Math.random().toString(36).slice(2, 10)}`;
    const { token, password } = await harness().signUp(name);
    const filled = JSON.parse(JSON.stringify(body).replace('chooser', name));
    const current = error.startsWith('Current') ? {} : { current_password: password };
    expect(await change(token, { ...current, ...filled })).toMatchObject({ status: 400, body: { error } });
    expect(await statusOf(token)).toBe(200);
  });

  it('rejects a personal access token', async () => {
    const { token, password } = await harness().signUp();
    const made = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
    const body = { current_password: password, new_password: newPassword };
    expect((await change(String(made.body.token), body)).status).toBe(401);
  });
});

describe('sign-up', () => {
  it.each([
    ['shalimar', 'Password is one of the most common ones: choose another'],
    ['Newcomer99', 'Password is too easy to guess: it contains your name'],
    [breached, 'This password was found in a data breach: choose another'],
  ])('refuses the password %s', async (password, error) => {
    const body = { email: 'new@example.com', username: 'newcomer', password };
    expect(await harness().rest('POST', '/auth/register', { body })).toMatchObject({
      status: 400,
      body: { error, details: [{ field: 'password', message: error }] },
    });
  });
});

describe('a password that the operator has generated', () => {
  const generated = 'uPq7Hk2LmZx0aRt5VwYb9c';
  const reset = (email: string) =>
    resetPassword(harness().services, { email, password: generated, isGenerated: true });

  it('permits only to choose another', async () => {
    const { email } = await harness().signUp();
    await reset(email);
    const { status, token } = await signIn({ email, password: generated });
    expect([status, await statusOf(token)]).toEqual([200, 200]);
    const refusal = { error: 'Choose a new password first', code: 'PASSWORD_CHANGE_REQUIRED' };
    for (const path of ['/stocks', '/auth/tokens', '/auth/sign-ins']) {
      expect(await harness().rest('GET', path, { token })).toMatchObject({ status: 403, body: refusal });
    }
    const trpcCall = harness().trpc(token).stocks.list.query();
    await expect(trpcCall).rejects.toMatchObject({ message: refusal.error, data: { code: refusal.code } });
    const state = await harness().rest('GET', '/auth/password', { token });
    const changedAt = Date.parse(String(state.body.changed_at));
    expect(Date.parse(String(state.body.must_change_until)) - changedAt).toBe(72 * 3_600_000);
    const changed = await change(token, { current_password: generated, new_password: newPassword });
    expect(changed.status).toBe(200);
    const fresh = String(changed.body.access_token);
    expect((await harness().rest('GET', '/stocks', { token: fresh })).status).toBe(200);
  });

  it('ends after 72 hours', async () => {
    const { email } = await harness().signUp();
    await reset(email);
    clock.forward(72 * 60 - 1);
    const late = await signIn({ email, password: generated });
    expect(late.status).toBe(200);
    clock.forward(1);
    const { status, body } = await signIn({ email, password: generated });
    expect([status, body.error]).toEqual([401, 'Invalid email or password']);
    const changed = await change(late.token, { current_password: generated, new_password: newPassword });
    expect(changed).toMatchObject({ status: 400, body: { error: 'That is not your password' } });
  });
});
