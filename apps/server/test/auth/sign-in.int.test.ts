import { resetPassword } from '@stockbook/api';
import { sql } from '@stockbook/db/testing';
import { describe, expect, it, vi } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

describe('signing in', () => {
  it('works with the email in any case', async () => {
    const { email, password, name } = await harness().signUp();
    const { status, body } = await harness().rest('POST', '/auth/login', {
      body: { email: email.toUpperCase(), password },
    });
    expect(status).toBe(200);
    const me = await harness().rest('GET', '/auth/me', { token: String(body.access_token) });
    expect(me.body).toMatchObject({ username: name, full_name: name });
  });

  it('returns the same error for a wrong password and an unknown email', async () => {
    const { email } = await harness().signUp();
    const wrong = await harness().rest('POST', '/auth/login', { body: { email, password: 'not this one' } });
    const unknown = await harness().rest('POST', '/auth/login', {
      body: { email: 'unknown@example.com', password: 'not this one' },
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ error: 'Invalid email or password', code: 'UNAUTHORIZED' });
    expect(unknown.body).toEqual(wrong.body);
  });

  it('rejects a sign-in when the password is reset while it is verified', async () => {
    const { email, password } = await harness().signUp();
    const { passwords } = harness().services;
    const { verify } = passwords;
    vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...args) => {
      const isRight = await verify(...args);
      await resetPassword(harness().services, {
        email,
        password: 'another private sentence',
        isGenerated: false,
      });
      return isRight;
    });
    expect(await harness().rest('POST', '/auth/login', { body: { email, password } })).toMatchObject({
      status: 401,
      body: { error: 'Invalid email or password' },
    });
  });

  it('revokes a session when the password is reset while the session is created', async () => {
    const { email, password } = await harness().signUp();
    const { sessions, database } = harness().services;
    const { create } = sessions;
    let resetting: ReturnType<typeof resetPassword> | undefined;
    vi.spyOn(sessions, 'create').mockImplementationOnce(async (...args) => {
      const created = await create(...args);
      resetting = resetPassword(harness().services, {
        email,
        password: 'another private sentence',
        isGenerated: false,
      });
      await vi.waitUntil(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
        `.execute(database.fork().getKysely());
        return rows.length > 0;
      });
      return created;
    });
    const { status, body } = await harness().rest('POST', '/auth/login', { body: { email, password } });
    expect(status).toBe(200);
    expect(await resetting).toMatchObject({ endedSessions: 2 });
    expect((await harness().rest('GET', '/auth/me', { token: String(body.access_token) })).status).toBe(401);
  });

  it('works over tRPC, with the same messages', async () => {
    const { email, password, name } = await harness().signUp();
    const signIn = await harness().trpc().auth.login.mutate({ email, password });
    expect(signIn.user.username).toBe(name);
    const client = harness().trpc(signIn.access_token);
    expect((await client.auth.me.query()).email).toBe(email);
    expect(await client.auth.verifyToken.mutate()).toMatchObject({
      valid: true,
      expires_at: signIn.expires_at,
    });
    await expect(harness().trpc().auth.login.mutate({ email, password: 'wrong one' })).rejects.toMatchObject({
      message: 'Invalid email or password',
      data: { code: 'UNAUTHORIZED', httpStatus: 401 },
    });
    await expect(harness().trpc().auth.login.mutate({ email: 'x', password })).rejects.toMatchObject({
      message: 'Email is invalid',
      data: { code: 'BAD_REQUEST', details: [{ field: 'email', message: 'Email is invalid' }] },
    });
  });
});

describe('attempts to sign in', () => {
  const strict = useHarness({ AUTH_RATE_LIMIT_PER_MINUTE: 5, TRUST_PROXY: false });

  it('limits attempts to sign in over REST and tRPC together, even with the correct password', async () => {
    const { email, password } = await strict().signUp();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { status } = await strict().rest('POST', '/auth/login', {
        body: { email, password: 'wrong' },
        headers: { 'x-forwarded-for': `10.0.0.${attempt}` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([401, 401, 401, 401]);
    const { status, headers, body } = await strict().rest('POST', '/auth/login', {
      body: { email, password },
    });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.code).toBe('TOO_MANY_REQUESTS');
    await expect(strict().trpc().auth.login.mutate({ email, password })).rejects.toMatchObject({
      data: { code: 'TOO_MANY_REQUESTS' },
    });
  });
});
