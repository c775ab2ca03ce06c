import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorResponse, failWith, fakeServer, InvalidOutput } from '#testing/fake-server.ts';
import { inSeconds, openPage, storedTokens, storeTokens, user } from '#testing/session-page.ts';
import { watchList } from '#testing/watch-list-item.ts';
import { retryOnReturn } from './page-session.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

/** Outcomes of a request after which it may succeed later. */
const failures: [string, () => never][] = [
  ['an aborted request', failWith(new DOMException('The user aborted a request.', 'AbortError'))],
  ['a network error', failWith(new TypeError('Failed to fetch'))],
  ['a time-out', failWith(new DOMException('The operation timed out.', 'TimeoutError'))],
  ...[429, 502, 503, 504].map((status): [string, () => never] => [
    `a ${status}`,
    failWith(new ErrorResponse(status, 'Try again.')),
  ]),
];

/** A response whose body fails during the transfer. */
function brokenResponse(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.error(new TypeError('network error')),
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

describe('the session check', () => {
  it.each(failures)('keeps the tokens and retries after %s', async (_name, answer) => {
    storeTokens('access', 3600);
    const tokens = storedTokens();
    let isReachable = false;
    const seen = fakeServer({ 'auth.me': () => (isReachable ? user : answer()) });
    const { session } = openPage();
    await session.start();
    expect(session.getState()).toEqual({ status: 'loading', user: null, isUnreachable: true });
    expect(storedTokens()).toEqual(tokens);
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen).toHaveLength(2);
    isReachable = true;
    await vi.advanceTimersByTimeAsync(2000);
    expect(session.getState()).toEqual({ status: 'authenticated', user, isUnreachable: false });
    expect(storedTokens()).toEqual(tokens);
  });

  it('keeps the tokens when the response fails after its headers', async () => {
    storeTokens('access', 3600);
    vi.stubGlobal('fetch', async () => brokenResponse());
    const { session } = openPage();
    await session.start();
    expect(session.getState()).toEqual({ status: 'loading', user: null, isUnreachable: true });
    expect(storedTokens()[0]).toBe('access');
  });

  it('keeps the tokens when a proxy responds 502 with HTML', async () => {
    storeTokens('access', 3600);
    vi.stubGlobal('fetch', async () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }));
    const { session } = openPage();
    await session.start();
    expect(session.getState().status).toBe('loading');
    expect(storedTokens()[0]).toBe('access');
  });

  it('removes the tokens when the response is not JSON', async () => {
    storeTokens('access', 3600);
    vi.stubGlobal('fetch', async () => new Response('<h1>Welcome to the hotel</h1>'));
    const { session } = openPage();
    await session.start();
    expect(session.getState().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
  });

  it('doubles the delay after each failure, up to 30 seconds', async () => {
    storeTokens('access', 3600);
    const seen = fakeServer({ 'auth.me': failWith(new TypeError('Failed to fetch')) });
    const { session } = openPage();
    await session.start();
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(seen).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(seen).toHaveLength(index + 2);
    }
  });

  it('waits for Retry-After', async () => {
    storeTokens('access', 3600);
    let calls = 0;
    vi.stubGlobal('fetch', async () => {
      calls += 1;
      return new Response('{}', { status: 503, headers: { 'retry-after': '5' } });
    });
    const { session } = openPage();
    await session.start();
    await vi.advanceTimersByTimeAsync(4999);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toBe(2);
  });

  it.each([
    ['the network comes back', () => window.dispatchEvent(new Event('online'))],
    ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the page is restored from the back-forward cache', () => window.dispatchEvent(new Event('pageshow'))],
  ])('retries immediately when %s', async (_name, dispatch) => {
    storeTokens('access', 3600);
    let isReachable = false;
    fakeServer({ 'auth.me': () => (isReachable ? user : failWith(new TypeError('Failed to fetch'))()) });
    const { session } = openPage();
    const stopRetrying = retryOnReturn(session);
    await session.start();
    isReachable = true;
    dispatch();
    await vi.advanceTimersByTimeAsync(0);
    expect(session.getState().status).toBe('authenticated');
    stopRetrying();
  });

  it('stops retrying when the user signs out', async () => {
    storeTokens('access', 3600);
    const seen = fakeServer({ 'auth.me': failWith(new TypeError('Failed to fetch')) });
    const { session } = openPage();
    await session.start();
    await session.logout();
    expect(session.getState().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen.filter(({ procedure }) => procedure === 'auth.me')).toHaveLength(1);
  });
});

describe('the renewal of an expired token', () => {
  it.each(failures)('keeps the tokens and retries after %s', async (_name, answer) => {
    storeTokens('old', -20);
    const expires_at = inSeconds(3600);
    let isReachable = false;
    const seen = fakeServer({
      'auth.refresh': () => (isReachable ? { access_token: 'new', expires_at } : answer()),
      'auth.me': () => user,
    });
    const { session } = openPage();
    await session.start();
    expect(session.getState()).toEqual({ status: 'loading', user: null, isUnreachable: true });
    expect(storedTokens()[0]).toBe('old');
    isReachable = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(session.getState()).toEqual({ status: 'authenticated', user, isUnreachable: false });
    expect(storedTokens()).toEqual(['new', 'refresh', expires_at]);
    expect(seen.map(({ procedure }) => procedure)).toEqual(['auth.refresh', 'auth.refresh', 'auth.me']);
  });

  it('rejects calls of the page without sending the expired token, until the renewal succeeds', async () => {
    storeTokens('old', 3600);
    let isReachable = false;
    const seen = fakeServer({
      'auth.me': () => user,
      'auth.refresh': () =>
        isReachable
          ? { access_token: 'new', expires_at: inSeconds(3600) }
          : failWith(new TypeError('Failed to fetch'))(),
      'stocks.list': () => watchList([]),
    });
    const { session, client } = openPage();
    await session.start();
    await vi.advanceTimersByTimeAsync(3_600_000);
    await expect(client.stocks.list.query()).rejects.toThrow('The server did not answer.');
    expect(session.getState()).toEqual({ status: 'authenticated', user, isUnreachable: true });
    expect(seen.filter(({ procedure }) => procedure === 'stocks.list')).toEqual([]);
    isReachable = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(session.getState()).toEqual({ status: 'authenticated', user, isUnreachable: false });
    await client.stocks.list.query();
    expect(seen.at(-1)).toMatchObject({ procedure: 'stocks.list', token: 'new' });
  });

  it('removes the tokens when the response has no access token', async () => {
    storeTokens('old', -20);
    fakeServer({ 'auth.refresh': failWith(new InvalidOutput({ message: 'ok' })) });
    const { session } = openPage();
    await session.start();
    expect(session.getState().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
  });
});

describe('a sign-in', () => {
  const tokens = { access_token: 'a', refresh_token: 'r', expires_at: '2099-01-01T00:00:00.000Z' };

  it.each(failures)('retries the session check after %s until it is authenticated', async (_name, answer) => {
    let isReachable = false;
    fakeServer({ 'auth.me': () => (isReachable ? user : answer()) });
    const { session } = openPage();
    await session.start();
    const signingIn = session.login(tokens);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.getState()).toEqual({ status: 'loading', user: null, isUnreachable: true });
    expect(storedTokens()[0]).toBe('a');
    isReachable = true;
    await vi.advanceTimersByTimeAsync(1000);
    await signingIn;
    expect(session.getState()).toEqual({ status: 'authenticated', user, isUnreachable: false });
  });
});

describe('signing out', () => {
  it('removes the tokens immediately and waits at most two seconds for the server', async () => {
    storeTokens('access', 3600);
    fakeServer({ 'auth.me': () => user, 'auth.logout': () => new Promise(() => {}) });
    const { session } = openPage();
    await session.start();
    localStorage.setItem('user.1.shownIndicators', '{"AAPL":["sma"]}');
    const signingOut = session.logout();
    expect(Object.keys(localStorage)).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    await signingOut;
    expect(session.getState().status).toBe('anonymous');
  });

  it('renews an expired access token to revoke the session', async () => {
    storeTokens('old', 3600);
    const seen = fakeServer({
      'auth.me': () => user,
      'auth.refresh': () => ({ access_token: 'new', expires_at: inSeconds(3600) }),
      'auth.logout': () => ({ message: 'Signed out' }),
    });
    const { session } = openPage();
    await session.start();
    session.stop();
    vi.setSystemTime(Date.now() + 7_200_000);
    await session.logout();
    expect(seen.slice(1).map(({ procedure, token }) => [procedure, token])).toEqual([
      ['auth.refresh', null],
      ['auth.logout', 'new'],
    ]);
    expect(storedTokens()).toEqual([null, null, null]);
  });

  it('removes the stored state of other users on sign-in', async () => {
    localStorage.setItem('user.2.notesDraft.AAPL', '{}');
    localStorage.setItem('user.1.notesDraft.AAPL', '{}');
    storeTokens('access', 3600);
    fakeServer({ 'auth.me': () => user });
    const { session } = openPage();
    await session.start();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('user.'))).toEqual([
      'user.1.notesDraft.AAPL',
    ]);
  });
});
