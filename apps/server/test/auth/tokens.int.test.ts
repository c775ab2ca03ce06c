import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { movingClock } from '../support/moving-clock.ts';

const harness = useHarness();

describe('tokens', () => {
  it('renews tokens with the refresh token, which stays valid', async () => {
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

  it('revokes the tokens of a sign-in when it ends, and no others', async () => {
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
    'revokes tokens by signing out over tRPC without a body, with content type %s',
    async (contentType) => {
      const { token } = await harness().signUp();
      const { statusCode } = await harness().inject({
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

  it('neither stores nor logs tokens', async () => {
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

  it.each([
    ['of one word', 'nonsense'],
    ['without characters', ''],
    ['of 5,000 characters', 'x'.repeat(5000)],
  ])('rejects an invalid token %s', async (_, token) => {
    const { status, body } = await harness().rest('GET', '/auth/me', { token });
    expect(status).toBe(401);
    expect(body).toEqual({ error: 'Sign in to continue', code: 'UNAUTHORIZED' });
  });

  it('accepts tokens only in the authorization header', async () => {
    const { token } = await harness().signUp();
    const { status } = await harness().rest('GET', `/auth/me?access_token=${token}`, {
      headers: { cookie: `auth_session=${token}` },
    });
    expect(status).toBe(401);
  });
});

describe('an access token', () => {
  const clock = movingClock();
  const shortLived = useHarness({ ACCESS_TOKEN_TTL_S: 600 }, clock.now);

  it('expires at expires_at, which does not change with use', async () => {
    const { token } = await shortLived().signUp();
    const verify = () => shortLived().rest('POST', '/auth/verify-token', { token });
    const first = await verify();
    expect(first.status).toBe(200);
    const leftMs = Date.parse(String(first.body.expires_at)) - clock.now().getTime();
    expect(leftMs).toBeLessThanOrEqual(600_000);
    clock.forward(5);
    expect((await verify()).body.expires_at).toBe(first.body.expires_at);
    clock.forward(5);
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
