import { describe, expect, it } from 'vitest';
import { ErrorResponse, failWith, fakeServer, InvalidOutput } from '#testing/fake-server.ts';
import { inSeconds, openPage, storedTokens, storeTokens, user } from '#testing/session-page.ts';

describe('the start of a session', () => {
  it('starts loading, and becomes anonymous without a token, without calling the server', async () => {
    const seen = fakeServer({});
    const { session } = openPage();
    expect(session.getState().status).toBe('loading');
    await session.start();
    expect(session.getState().status).toBe('anonymous');
    expect(seen).toEqual([]);
  });

  it('authenticates as the user of the stored token', async () => {
    storeTokens('access', 3600);
    const seen = fakeServer({ 'auth.me': () => user });
    const { session } = openPage();
    await session.start();
    expect(session.getState()).toMatchObject({ status: 'authenticated', user });
    expect(seen).toEqual([{ procedure: 'auth.me', token: 'access', input: undefined }]);
  });

  it.each([
    ['an empty answer', failWith(new InvalidOutput(null))],
    ['a 500', failWith(new ErrorResponse(500, 'Something went wrong'))],
    ['a 401', failWith(new ErrorResponse(401, 'Your session has ended'))],
  ])('removes the tokens after %s', async (_name, answer) => {
    storeTokens('access', 3600);
    fakeServer({ 'auth.me': answer });
    const { session } = openPage();
    await session.start();
    expect(session.getState().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
  });
});

describe('sign-in and sign-out', () => {
  it('stores the tokens, fetches the user and is authenticated', async () => {
    fakeServer({ 'auth.me': () => user });
    const { session } = openPage();
    await session.start();
    const expires_at = inSeconds(3600);
    await session.login({ access_token: 'a', refresh_token: 'r', expires_at });
    expect(session.getState()).toMatchObject({ status: 'authenticated', user });
    expect(storedTokens()).toEqual(['a', 'r', expires_at]);
  });

  it('keeps no token when the user cannot be fetched', async () => {
    fakeServer({});
    const { session } = openPage();
    await session.start();
    const tokens = { access_token: 'a', refresh_token: 'r', expires_at: inSeconds(3600) };
    await expect(session.login(tokens)).rejects.toThrow('auth.me not found');
    expect(session.getState().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
  });

  it('replaces the tokens without leaving the page, also after a 401 to the revoked ones', async () => {
    storeTokens('access', 3600);
    fakeServer({ 'auth.me': () => user });
    const { session } = openPage();
    await session.start();
    const statuses: string[] = [];
    session.subscribe(() => statuses.push(session.getState().status));
    await session.replaceTokens({ access_token: 'a', refresh_token: 'r', expires_at: inSeconds(3600) });
    expect(statuses).toEqual([]);
    expect(storedTokens().slice(0, 2)).toEqual(['a', 'r']);

    session.invalidate('a');
    await session.replaceTokens({ access_token: 'b', refresh_token: 's', expires_at: inSeconds(3600) });
    expect(session.getState()).toMatchObject({ status: 'authenticated', user });
    expect(storedTokens().slice(0, 2)).toEqual(['b', 's']);
  });

  it('signs out locally even if the server cannot be reached', async () => {
    storeTokens('access', 3600);
    fakeServer({
      'auth.me': () => user,
      'auth.logout': failWith(new TypeError('Failed to fetch')),
    });
    const { session } = openPage();
    await session.start();
    await session.logout();
    expect(session.getState().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
  });
});

describe('a 401', () => {
  const refuse = failWith(new ErrorResponse(401, 'Your session has ended'));

  it('clears the tokens, marks the session as refused and rejects the call', async () => {
    storeTokens('access', 3600);
    fakeServer({ 'auth.me': () => user, 'stocks.list': refuse });
    const { session, client } = openPage();
    await session.start();
    await expect(client.stocks.list.query()).rejects.toThrow('Your session has ended');
    expect(storedTokens()).toEqual([null, null, null]);
    expect(session.getState()).toMatchObject({ status: 'anonymous', isRefused: true });
  });

  it('keeps tokens that were stored after the request was sent', async () => {
    storeTokens('old', 3600);
    fakeServer({
      'auth.me': () => user,
      'stocks.list': () => {
        storeTokens('new', 3600);
        return refuse();
      },
    });
    const { session, client } = openPage();
    await session.start();
    await expect(client.stocks.list.query()).rejects.toThrow();
    expect(storedTokens()[0]).toBe('new');
  });
});
