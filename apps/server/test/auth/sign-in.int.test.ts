import { resetPassword } from '@stockbook/api';
import { sql } from '@stockbook/db/testing';
import { describe, expect, it, vi } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { race } from '../support/race.ts';

const harness = useHarness();

describe('signing up', () => {
  it('returns tokens and the user', async () => {
    const { status, body } = await harness().rest('POST', '/auth/register', {
      body: {
        email: 'Ada@Example.com',
        username: 'ada',
        password: 'a long and private sentence',
        first_name: 'Ada',
        last_name: 'Reader',
      },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      user: {
        id: expect.any(String),
        email: 'Ada@Example.com',
        username: 'ada',
        first_name: 'Ada',
        last_name: 'Reader',
        full_name: 'Ada Reader',
      },
    });
  });

  it.each([
    [{}, 'Email is required'],
    [{ email: ' ', username: '', password: '' }, 'Email is required'],
    [{ email: 'nonsense', username: 'abc', password: 'long enough' }, 'Email is invalid'],
    [{ email: 'a@example.com' }, 'Username is required'],
    [{ email: 'a@example.com', username: 'ab', password: 'x' }, 'Username must be at least 3 characters'],
    [{ email: 'a@example.com', username: 'abc' }, 'Password is required'],
    [
      { email: 'a@example.com', username: 'abc', password: 'short' },
      'Password must be at least 8 characters',
    ],
    [
      { email: 'a@example.com', username: 'abc', password: 'password123' },
      'Password is one of the most common ones: choose another',
    ],
    [
      { email: 'a@example.com', username: 'a\u0000bc', password: 'long enough' },
      'Username contains characters that cannot be stored',
    ],
  ])('rejects %j with "%s"', async (body, error) => {
    const answer = await harness().rest('POST', '/auth/register', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error, code: 'BAD_REQUEST' });
    expect(answer.body.details).toEqual(
      expect.arrayContaining([{ field: expect.any(String), message: error }]),
    );
  });

  it('rejects an email or username that is taken, regardless of case', async () => {
    const { name, password } = await harness().signUp();
    const again = (email: string, username: string) =>
      harness().rest('POST', '/auth/register', { body: { email, username, password } });
    expect(await again(`${name.toUpperCase()}@EXAMPLE.com`, 'other1')).toMatchObject({
      status: 409,
      body: { error: 'An account with this email already exists', code: 'CONFLICT' },
    });
    expect(await again('other@example.com', name.toUpperCase())).toMatchObject({
      status: 409,
      body: { error: 'This username is already taken', code: 'CONFLICT' },
    });
  });

  it('creates one account when equal sign-ups arrive at the same time', async () => {
    const body = { email: 'race@example.com', username: 'race', password: 'a long and private sentence' };
    expect(await race(() => harness().rest('POST', '/auth/register', { body }))).toEqual({ 201: 1, 409: 19 });
  });

  it('can be repeated when the database fails half-way', async () => {
    const run = (statement: string) =>
      sql.raw(statement).execute(harness().services.database.fork().getKysely());
    await run(
      `create function fail() returns trigger language plpgsql as
        $$ begin raise 'the disk is full' using errcode = 'disk_full'; end $$`,
    );
    await run('create trigger fail before insert on session execute function fail()');
    const body = { email: 'twice@example.com', username: 'twice', password: 'a long and private sentence' };
    const signUp = () => harness().rest('POST', '/auth/register', { body });
    const first = await signUp();
    await run('drop function fail cascade');
    expect([first.status, (await signUp()).status]).toEqual([503, 201]);
  });
});

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

  it('is rejected when the password is reset while it is verified', async () => {
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

  it('is revoked when the password is reset while the session is created', async () => {
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

describe('tokens', () => {
  it('are renewed with the refresh token, which stays valid', async () => {
    const { refreshToken } = await harness().signUp();
    const renew = () => harness().rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
    const first = await renew();
    expect(first.status).toBe(200);
    expect(Object.keys(first.body).sort()).toEqual(['access_token', 'expires_at']);
    const second = await renew();
    expect(second.body.access_token).not.toBe(first.body.access_token);
    expect((await harness().rest('GET', '/auth/me', { token: String(first.body.access_token) })).status).toBe(
      200,
    );
  });

  it('of a sign-in become invalid when it ends, and no others', async () => {
    const { token, refreshToken, email, password } = await harness().signUp();
    const elsewhere = await harness().rest('POST', '/auth/login', { body: { email, password } });
    const renewed = await harness().rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });

    expect(await harness().rest('POST', '/auth/logout', { token })).toMatchObject({
      status: 200,
      body: { message: 'Signed out' },
    });
    for (const dead of [token, String(renewed.body.access_token)]) {
      expect((await harness().rest('GET', '/auth/me', { token: dead })).status).toBe(401);
    }
    const refresh = await harness().rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
    expect(refresh.status).toBe(401);
    const other = await harness().rest('GET', '/auth/me', { token: String(elsewhere.body.access_token) });
    expect(other.status).toBe(200);
  });

  it.each([undefined, 'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'become invalid by signing out over tRPC without a body, with content type %s',
    async (contentType) => {
      const { token } = await harness().signUp();
      const { statusCode } = await harness().app.inject({
        method: 'POST',
        url: '/trpc/auth.logout',
        headers: {
          authorization: `Bearer ${token}`,
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
      });
      expect(statusCode).toBe(200);
      expect((await harness().rest('GET', '/auth/me', { token })).status).toBe(401);
    },
  );

  it('are neither stored in the database nor logged', async () => {
    const { token, refreshToken, password } = await harness().signUp();
    await harness().rest('GET', '/auth/me', { token });
    const { rows } = await sql<{ dump: string }>`
      select concat(
        (select json_agg(access_token) from access_token), (select json_agg(session) from session),
        (select json_agg(user_account) from user_account)
      ) as dump`.execute(harness().services.database.fork().getKysely());
    const everything = `${rows[0]?.dump} ${harness().logged.join('')}`;
    for (const secret of [token, refreshToken, password]) expect(everything).not.toContain(secret);
  });

  it.each(['nonsense', '', 'x'.repeat(5000)])('that are invalid are rejected: %.20s', async (token) => {
    const { status, body } = await harness().rest('GET', '/auth/me', { token });
    expect(status).toBe(401);
    expect(body).toEqual({ error: 'Sign in to continue', code: 'UNAUTHORIZED' });
  });

  it('are accepted only in the authorization header', async () => {
    const { token } = await harness().signUp();
    const { status } = await harness().rest('GET', `/auth/me?access_token=${token}`, {
      headers: { cookie: `auth_session=${token}` },
    });
    expect(status).toBe(401);
  });
});

describe('an access token', () => {
  const shortLived = useHarness({ ACCESS_TOKEN_TTL_S: 1 });

  it('expires at expires_at, which does not change with use', async () => {
    const { token } = await shortLived().signUp();
    const verify = () => shortLived().rest('POST', '/auth/verify-token', { token });
    const first = await verify();
    expect(first.status).toBe(200);
    const endsAt = Date.parse(String(first.body.expires_at));
    while (Date.now() < endsAt - 300) {
      expect((await verify()).body.expires_at).toBe(first.body.expires_at);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await new Promise((resolve) => setTimeout(resolve, endsAt - Date.now() + 5));
    expect((await verify()).status).toBe(401);
  });
});

describe('a sign-in shorter than an access token', () => {
  const brief = useHarness({ REFRESH_TOKEN_TTL_S: 60, ACCESS_TOKEN_TTL_S: 3600 });

  it('limits expires_at of its access tokens to its own end', async () => {
    const body = { email: 'brief@example.com', username: 'brief', password: 'a long and private sentence' };
    const signedUp = await brief().rest('POST', '/auth/register', { body });
    const renewed = await brief().rest('POST', '/auth/refresh', {
      body: { refresh_token: signedUp.body.refresh_token },
    });
    const { rows } = await sql<{ end: string }>`select to_json(expires_at) as end from session`.execute(
      brief().services.database.fork().getKysely(),
    );
    const end = new Date(rows[0]?.end ?? '').toISOString();
    expect([signedUp.body.expires_at, renewed.body.expires_at]).toEqual([end, end]);
  });
});

describe('attempts to sign in', () => {
  const strict = useHarness({ AUTH_RATE_LIMIT_PER_MINUTE: 5, TRUST_PROXY: false });

  it('are limited over REST and tRPC together, even with the correct password', async () => {
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
