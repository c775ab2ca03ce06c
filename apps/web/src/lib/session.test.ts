import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, Refusal } from '../testing/fake-server.ts';
import {
  endSessions,
  inSeconds,
  openPage,
  start,
  storedTokens,
  storeTokens,
  user,
} from '../testing/session-page.ts';

beforeEach(endSessions);

describe('the start of a session', () => {
  it('is loading at first, and anonymous without a token, of which the server is not asked', async () => {
    const seen = fakeServer({});
    const page = await openPage();
    expect(page.getSession().status).toBe('loading');
    await start(page);
    expect(page.getSession().status).toBe('anonymous');
    expect(seen).toEqual([]);
  });

  it('is authenticated with the user the stored token belongs to', async () => {
    storeTokens('access', 3600);
    const seen = fakeServer({ 'auth.me': () => user });
    const page = await openPage();
    await start(page);
    expect(page.getSession()).toEqual({ status: 'authenticated', user });
    expect(seen).toEqual([{ procedure: 'auth.me', token: 'access', input: undefined }]);
  });

  it.each([
    ['an empty answer', () => null],
    [
      'a refusal',
      () => {
        throw new Refusal(500, 'Something went wrong');
      },
    ],
    [
      'no answer',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('removes the tokens after %s', async (_name, answer) => {
    storeTokens('access', 3600);
    fakeServer({ 'auth.me': answer });
    const page = await openPage();
    await start(page);
    expect(page.getSession().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
  });
});

describe('sign-in and sign-out', () => {
  it('stores the tokens, fetches the user and is authenticated', async () => {
    fakeServer({ 'auth.me': () => user });
    const page = await openPage();
    await start(page);
    const expires_at = inSeconds(3600);
    await page.enterSession({ access_token: 'a', refresh_token: 'r', expires_at });
    expect(page.getSession()).toEqual({ status: 'authenticated', user });
    expect(storedTokens()).toEqual(['a', 'r', expires_at]);
  });

  it('keeps no token when the user cannot be fetched', async () => {
    fakeServer({});
    const page = await openPage();
    await start(page);
    const tokens = { access_token: 'a', refresh_token: 'r', expires_at: inSeconds(3600) };
    await expect(page.enterSession(tokens)).rejects.toThrow('auth.me not found');
    expect(page.getSession().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
  });

  it('ends here even if the server cannot be told', async () => {
    storeTokens('access', 3600);
    fakeServer({
      'auth.me': () => user,
      'auth.logout': () => {
        throw new TypeError('Failed to fetch');
      },
    });
    const page = await openPage();
    await start(page);
    await page.leaveSession();
    expect(page.getSession().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
  });

  it('ends everywhere only when the server has done it', async () => {
    storeTokens('access', 3600);
    let isBroken = true;
    fakeServer({
      'auth.me': () => user,
      'auth.logoutAll': () => {
        if (isBroken) throw new TypeError('Failed to fetch');
        return { message: 'Signed out everywhere', ended: 2 };
      },
    });
    const page = await openPage();
    await start(page);
    await expect(page.leaveSessionEverywhere()).rejects.toThrow('Failed to fetch');
    expect(page.getSession().status).toBe('authenticated');
    isBroken = false;
    await page.leaveSessionEverywhere();
    expect(page.getSession().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
  });
});

describe('a 401', () => {
  const refuse = () => {
    throw new Refusal(401, 'Your session has ended');
  };

  it('clears the tokens, tells the listeners and reaches the caller', async () => {
    storeTokens('access', 3600);
    fakeServer({ 'auth.me': () => user, 'stocks.list': refuse });
    const page = await openPage();
    await start(page);
    const onRefused = vi.fn();
    page.onRefusedToken(onRefused);
    await expect(page.trpcClient.stocks.list.query()).rejects.toThrow('Your session has ended');
    expect(onRefused).toHaveBeenCalledOnce();
    expect(storedTokens()).toEqual([null, null, null]);
    expect(page.getSession().status).toBe('anonymous');
  });

  it('leaves tokens alone that came after the request had left', async () => {
    storeTokens('old', 3600);
    fakeServer({
      'auth.me': () => user,
      'stocks.list': () => {
        storeTokens('new', 3600);
        return refuse();
      },
    });
    const page = await openPage();
    await start(page);
    await expect(page.trpcClient.stocks.list.query()).rejects.toThrow();
    expect(storedTokens()[0]).toBe('new');
  });
});
