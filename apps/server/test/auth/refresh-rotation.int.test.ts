import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { movingClock } from '../support/moving-clock.ts';

const clock = movingClock();
const harness = useHarness({}, clock.now);

function refresh(refreshToken: string, options: object = { rotate: true }) {
  return harness().rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken, ...options } });
}

const statusOf = async (token: unknown) =>
  (await harness().rest('GET', '/auth/me', { token: String(token) })).status;
const endedError = { status: 401, body: { error: 'The sign-in has ended: sign in again' } };

describe('POST /auth/refresh', () => {
  it('keeps the refresh token of a caller that does not rotate', async () => {
    const { refreshToken } = await harness().signUp();
    for (let count = 0; count < 3; count += 1) {
      const { status, body } = await refresh(refreshToken, {});
      expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'expires_at']]);
      clock.forward(5);
    }
  });

  it('replaces the refresh token with rotate, and from then on always', async () => {
    const { refreshToken } = await harness().signUp();
    const first = await refresh(refreshToken);
    const second = await refresh(String(first.body.refresh_token), {});
    const tokens = [refreshToken, first.body.refresh_token, second.body.refresh_token];
    expect(new Set(tokens).size).toBe(3);
    expect(await statusOf(second.body.access_token)).toBe(200);
  });

  it('accepts a replaced token for 60 seconds, each time with a new successor', async () => {
    const { refreshToken } = await harness().signUp();
    const answers = [await refresh(refreshToken), await refresh(refreshToken)];
    clock.forward(0.9);
    answers.push(await refresh(refreshToken));
    const successors = answers.map(({ body }) => String(body.refresh_token));
    expect(new Set(successors).size).toBe(3);
    for (const successor of successors) expect((await refresh(successor)).status).toBe(200);
  });

  it.each([{ rotate: true }, {}])(
    'ends the sign-in with all its tokens when a replaced one is used after 60 seconds: %j',
    async (options) => {
      const { token, refreshToken, email, password } = await harness().signUp();
      const renewed = await refresh(refreshToken);
      clock.forward(61 / 60);
      const start = performance.now();
      expect(await refresh(refreshToken, options)).toMatchObject(endedError);
      // 100 ms on an idle machine; a busy one gets ten times as much.
      expect(performance.now() - start).toBeLessThan(1_000);
      expect(await statusOf(token)).toBe(401);
      expect(await statusOf(renewed.body.access_token)).toBe(401);
      expect(await refresh(String(renewed.body.refresh_token))).toMatchObject(endedError);
      const again = await harness().rest('POST', '/auth/login', { body: { email, password } });
      const fresh = { token: String(again.body.access_token) };
      const { body: notices } = await harness().rest('GET', '/auth/notices', fresh);
      expect(notices.notices).toMatchObject([
        {
          kind: 'refresh_reused',
          message:
            'A sign-in of yours was ended because its token was used twice. If that was not you, change your password.',
        },
      ]);
    },
  );

  it('renews one sign-in without an error for 20 simultaneous requests with one token', async () => {
    const { refreshToken } = await harness().signUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const tokens = answers.map(({ body }) => String(body.access_token));
    const { body } = await harness().rest('GET', '/auth/sign-ins', { token: String(tokens[0]) });
    expect(body.total).toBe(1);
    expect(await Promise.all(tokens.map(statusOf))).toEqual(Array(20).fill(200));
  });

  it('ends the sign-in once when a replaced token is used 20 times at once', async () => {
    const { refreshToken, email, password } = await harness().signUp();
    await refresh(refreshToken);
    clock.forward(2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(401));
    const again = await harness().rest('POST', '/auth/login', { body: { email, password } });
    const { body } = await harness().rest('GET', '/auth/events', { token: String(again.body.access_token) });
    const kinds = (body.events as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'refresh_reused')).toHaveLength(1);
  });
});
