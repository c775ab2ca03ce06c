import { sessionRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { describe, expect, it, vi } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { race } from '../support/race.ts';

const harness = useHarness();

async function createToken(token: string, body: object = { name: 'nightly export' }) {
  const { status, body: created } = await harness().rest('POST', '/auth/tokens', { token, body });
  expect(status).toBe(201);
  return created as { id: string; token: string; expires_at: string; created_at: string };
}

const dayMs = 24 * 60 * 60 * 1000;

describe('a personal access token', () => {
  it('returns a personal access token once, and lists it without its secret', async () => {
    const { token } = await harness().signUp();
    const made = await createToken(token, { name: 'nightly export', expires_in_days: 30 });
    expect(made.token).toMatch(/^sb_[\w-]{43}$/);
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * dayMs);
    const listed = await harness().rest('GET', '/auth/tokens', { token });
    expect(listed.body).toEqual({
      tokens: [
        {
          id: made.id,
          name: 'nightly export',
          scope: 'write',
          created_at: made.created_at,
          expires_at: made.expires_at,
          last_used_at: null,
          last_used_address: null,
        },
      ],
      total: 1,
    });
    const { rows } = await sql<{
      dump: string;
    }>`select json_agg(t)::text as dump from personal_access_token t`.execute(
      harness().services.database.fork().getKysely(),
    );
    expect(rows[0]?.dump).not.toContain(made.token);
  });

  it('accepts a personal access token like an access token over REST and tRPC, and records its use', async () => {
    const { token, email } = await harness().signUp();
    const made = await createToken(token);
    expect((await harness().addStock(made.token, 'AAPL')).status).toBe('SUCCESS');
    expect((await harness().rest('GET', '/stocks/AAPL', { token: made.token })).status).toBe(200);
    expect((await harness().trpc(made.token).auth.me.query()).email).toBe(email);
    const verified = await harness().rest('POST', '/auth/verify-token', { token: made.token });
    expect(verified.body).toMatchObject({ valid: true, expires_at: made.expires_at });
    const { body } = await harness().rest('GET', '/auth/tokens', { token });
    expect((body.tokens as object[])[0]).toMatchObject({
      last_used_at: expect.any(String),
      last_used_address: '127.0.0.1',
    });
  });

  it('records its use even if the response is cached', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    const made = await createToken(token);
    await harness().rest('GET', '/stocks/AAPL/data', { token });
    expect((await harness().rest('GET', '/stocks/AAPL/data', { token: made.token })).status).toBe(200);
    const { body } = await harness().rest('GET', '/auth/tokens', { token });
    expect((body.tokens as { last_used_at: string }[])[0]?.last_used_at).toEqual(expect.any(String));
    await harness().rest('DELETE', `/auth/tokens/${made.id}`, { token });
    expect((await harness().rest('GET', '/stocks/AAPL/data', { token: made.token })).status).toBe(401);
  });

  it('refuses a personal access token that manages tokens or signs its owner out everywhere', async () => {
    const { token } = await harness().signUp();
    const made = await createToken(token);
    const calls = [
      ['GET', '/auth/tokens', undefined],
      ['POST', '/auth/tokens', { name: 'another' }],
      ['DELETE', `/auth/tokens/${made.id}`, undefined],
      ['POST', '/auth/logout-all', undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await harness().rest(method, path, { token: made.token, ...(body ? { body } : {}) });
      expect([path, answer.status, answer.body.error]).toEqual([
        path,
        401,
        'A personal access token cannot do this: sign in with your password',
      ]);
    }
    expect((await harness().rest('GET', '/auth/me', { token })).status).toBe(200);
  });

  it('revokes only itself when it signs out', async () => {
    const { token } = await harness().signUp();
    const made = await createToken(token);
    expect((await harness().rest('POST', '/auth/logout', { token: made.token })).body).toEqual({
      message: 'The token was revoked',
    });
    expect((await harness().rest('GET', '/auth/me', { token: made.token })).status).toBe(401);
    expect((await harness().rest('GET', '/auth/me', { token })).status).toBe(200);
  });

  it('expires at expires_at', async () => {
    const { token } = await harness().signUp();
    const made = await createToken(token, { name: 'short', expires_in_days: 1 });
    await sql`update personal_access_token set expires_at = now() - interval '1 second' where id = ${made.id}`.execute(
      harness().services.database.fork().getKysely(),
    );
    expect((await harness().rest('GET', '/auth/me', { token: made.token })).status).toBe(401);
  });

  it('revokes a personal access token once when its owner deletes it by many requests', async () => {
    const { token } = await harness().signUp();
    const { id } = await createToken(token);
    const remove = () => harness().rest('DELETE', `/auth/tokens/${id}`, { token });
    expect(await race(remove)).toEqual({ 200: 1, 404: 19 });
    expect(await remove()).toMatchObject({ status: 404, body: { error: 'Token not found' } });
    expect((await harness().rest('DELETE', '/auth/tokens/nonsense', { token })).status).toBe(404);
  });

  it.each([
    [{}, 'Name is required'],
    [{ name: ' ' }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Name must be at most 100 characters'],
    [{ name: 'x', scope: 'admin' }, 'scope must be read or write'],
    [{ name: 'x', expires_in_days: 0 }, 'expires_in_days must be a whole number from 1 to 366'],
    [{ name: 'x', expires_in_days: 367 }, 'expires_in_days must be a whole number from 1 to 366'],
    [{ name: 'x', expires_in_days: '30' }, 'expires_in_days must be a whole number from 1 to 366'],
    [{ name: 'x', expires_in_days: 1.5 }, 'expires_in_days must be a whole number from 1 to 366'],
  ])('creates no personal access token from %j: %s', async (body, error) => {
    const { token } = await harness().signUp();
    const answer = await harness().rest('POST', '/auth/tokens', { token, body });
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });

  it('creates no personal access token when the sign-in ends meanwhile', async () => {
    const { token, email, password } = await harness().signUp();
    const { sessions, database } = harness().services;
    const { validate } = sessions;
    vi.spyOn(sessions, 'validate').mockImplementationOnce(async (...args) => {
      const principal = await validate(...args);
      await sessionRepository.endAllOfUser(database.fork(), principal?.user.id ?? '');
      return principal;
    });
    const refused = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'x' } });
    expect(refused).toMatchObject({ status: 401, body: { error: 'Sign in to continue' } });
    const again = await harness().rest('POST', '/auth/login', { body: { email, password } });
    const listed = await harness().rest('GET', '/auth/tokens', { token: String(again.body.access_token) });
    expect(listed.body.total).toBe(0);
  });

  it('rejects another personal access token when the user has a hundred', async () => {
    const { token } = await harness().signUp();
    for (let count = 0; count < 100; count += 1) await createToken(token);
    const { status, body } = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'x' } });
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    const page = await harness().rest('GET', '/auth/tokens?limit=10&offset=95', { token });
    expect([page.body.total, (page.body.tokens as unknown[]).length]).toEqual([100, 5]);
  });
});

describe('signing out everywhere', () => {
  it('ends all sign-ins, but no personal access tokens', async () => {
    const { token, email, password, refreshToken } = await harness().signUp();
    const elsewhere = await harness().rest('POST', '/auth/login', { body: { email, password } });
    const other = await harness().signUp();
    const made = await createToken(token);
    expect(await harness().rest('POST', '/auth/logout-all', { token })).toMatchObject({
      status: 200,
      body: { message: 'Signed out everywhere', ended: 2 },
    });
    for (const dead of [token, String(elsewhere.body.access_token)]) {
      expect((await harness().rest('GET', '/auth/me', { token: dead })).status).toBe(401);
    }
    const renewed = await harness().rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
    expect(renewed.status).toBe(401);
    for (const living of [made.token, other.token]) {
      expect((await harness().rest('GET', '/auth/me', { token: living })).status).toBe(200);
    }
  });
});
