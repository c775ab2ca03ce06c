import { describe, expect, it, vi } from 'vitest';
import { ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import {
  inSeconds,
  openPage,
  storedTokens,
  storeOtherSignIn,
  storeTokens,
  user,
} from '#testing/session-page.ts';
import { watchList } from '#testing/watch-list-item.ts';

describe('the renewal of a token', () => {
  it('renews an expiring token once for concurrent requests, and sends the new token', async () => {
    storeTokens('old', 20);
    const expires_at = inSeconds(3600);
    const seen = fakeServer({
      'auth.refresh': () => ({ access_token: 'new', expires_at }),
      'auth.me': () => user,
      'stocks.list': () => watchList([]),
    });
    const { session, client } = openPage();
    await Promise.all([session.start(), ...Array.from({ length: 5 }, () => client.stocks.list.query())]);
    const renewals = seen.filter(({ procedure }) => procedure === 'auth.refresh');
    expect(renewals).toEqual([
      { procedure: 'auth.refresh', token: null, input: { refresh_token: 'refresh', rotate: true } },
    ]);
    const others = seen.filter(({ procedure }) => procedure !== 'auth.refresh');
    expect(new Set(others.map(({ token }) => token))).toEqual(new Set(['new']));
    expect(storedTokens()).toEqual(['new', 'refresh', expires_at]);
  });

  it('stores the new refresh token, and sends it with the next renewal', async () => {
    storeTokens('old', 20);
    let count = 0;
    const seen = fakeServer({
      'auth.me': () => user,
      'auth.refresh': () => {
        count += 1;
        return { access_token: `a${count}`, refresh_token: `r${count}`, expires_at: inSeconds(3600) };
      },
    });
    const { session } = openPage();
    await session.start();
    expect(storedTokens().slice(0, 2)).toEqual(['a1', 'r1']);
    localStorage.setItem('accessToken', 'expired');
    localStorage.setItem('tokenExpiry', inSeconds(-1));
    expect(await session.accessToken()).toBe('a2');
    const sent = seen.flatMap((call) => (call.procedure === 'auth.refresh' ? [call.input] : []));
    expect(sent.map(({ refresh_token }) => refresh_token)).toEqual(['refresh', 'r1']);
  });

  it('sends the same refresh token again after the response was lost', async () => {
    vi.useFakeTimers();
    storeTokens('old', -1);
    let count = 0;
    const seen = fakeServer({
      'auth.me': () => user,
      'auth.refresh': () => {
        count += 1;
        if (count === 1) throw new TypeError('Failed to fetch');
        return { access_token: 'new', refresh_token: 'successor', expires_at: inSeconds(3600) };
      },
    });
    const { session } = openPage();
    await session.start();
    expect(session.getState()).toMatchObject({ status: 'loading', isUnreachable: true });
    // Replaced refresh tokens are accepted for 60 s.
    await vi.advanceTimersByTimeAsync(5000);
    expect(session.getState()).toMatchObject({ status: 'authenticated', isUnreachable: false });
    expect(storedTokens().slice(0, 2)).toEqual(['new', 'successor']);
    const sent = seen.flatMap((call) =>
      call.procedure === 'auth.refresh' ? [call.input.refresh_token] : [],
    );
    expect(sent).toEqual(['refresh', 'refresh']);
  });

  it('uses the token that another tab has renewed', async () => {
    storeTokens('old', 20);
    const seen = fakeServer({ 'auth.me': () => user });
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: {
        request: (_name: string, _options: LockOptions, task: () => Promise<unknown>) => {
          storeTokens('theirs', 3600);
          return task();
        },
      },
    });
    const { session } = openPage();
    await session.start();
    expect(seen).toEqual([{ procedure: 'auth.me', token: 'theirs', input: undefined }]);
    vi.unstubAllGlobals();
  });

  it('signs out with the reason when the server refuses the renewal', async () => {
    storeTokens('old', 20);
    const message = 'The sign-in has ended: sign in again';
    const seen = fakeServer({ 'auth.refresh': failWith(new ErrorResponse(401, message)) });
    const { session } = openPage();
    await session.start();
    expect(session.getState()).toMatchObject({ status: 'anonymous', isRefused: true, message });
    expect(storedTokens()).toEqual([null, null, null]);
    expect(seen.map(({ procedure }) => procedure)).toEqual(['auth.refresh']);
  });

  it('keeps using a valid token when the server does not respond', async () => {
    storeTokens('old', 20);
    fakeServer({
      'auth.refresh': failWith(new TypeError('Failed to fetch')),
      'auth.me': () => user,
    });
    const { session } = openPage();
    await session.start();
    expect(storedTokens()[0]).toBe('old');
    expect(session.getState()).toEqual({ status: 'authenticated', user, isUnreachable: false });
  });

  it.each([
    ['answered', () => ({ access_token: 'late', expires_at: inSeconds(3600) })],
    ['refused', failWith(new ErrorResponse(401, 'Your session has ended'))],
  ])('keeps the tokens of a new session that started before the renewal was %s', async (_name, answer) => {
    storeTokens('old', 20);
    fakeServer({
      'auth.me': () => user,
      'auth.refresh': () => {
        storeOtherSignIn('theirs');
        return answer();
      },
    });
    const { session } = openPage();
    await session.start();
    expect(storedTokens().slice(0, 2)).toEqual(['theirs', 'refresh of theirs']);
  });

  it('renews a short-lived token by timer in the last fifth of its lifetime', async () => {
    vi.useFakeTimers();
    let count = 0;
    fakeServer({
      'auth.me': () => user,
      'auth.refresh': () => ({ access_token: `renewed ${++count}`, expires_at: inSeconds(3600) }),
    });
    const { session } = openPage();
    await session.start();
    await session.login({ access_token: 'a', refresh_token: 'r', expires_at: inSeconds(50) });
    await vi.advanceTimersByTimeAsync(39_000);
    expect(storedTokens()[0]).toBe('a');
    await vi.advanceTimersByTimeAsync(2000);
    expect(storedTokens()[0]).toBe('renewed 1');
  });
});
