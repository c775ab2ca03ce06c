import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { endSessions, inAnotherTab, openPage, start, storeTokens, user } from '../testing/session-page.ts';

beforeEach(endSessions);

describe('two tabs', () => {
  it('agree on sign-in and sign-out', async () => {
    fakeServer({ 'auth.me': () => user });
    const page = await openPage();
    await start(page);
    inAnotherTab(() => storeTokens('theirs', 3600));
    await vi.waitFor(() => expect(page.getSession().status).toBe('authenticated'));
    inAnotherTab(() => localStorage.clear());
    expect(page.getSession().status).toBe('anonymous');
  });

  it('drop what they show when one has signed in as somebody else', async () => {
    storeTokens('access', 3600);
    const other = { ...user, id: '2', username: 'grace' };
    fakeServer({ 'auth.me': ({ token }) => (token === 'theirs' ? other : user) });
    const page = await openPage();
    await start(page);
    inAnotherTab(() => {
      storeTokens('theirs', 3600);
      localStorage.setItem('refreshToken', 'their refresh');
    });
    expect(page.getSession()).toEqual({ status: 'loading', user: null });
    await vi.waitFor(() => expect(page.getSession()).toEqual({ status: 'authenticated', user: other }));
  });

  it('do not mistake the answer about an earlier sign-in for one about the new', async () => {
    storeTokens('slow', 3600);
    const other = { ...user, id: '2', username: 'grace' };
    const late = Promise.withResolvers<typeof user>();
    const seen = fakeServer({
      'auth.me': ({ token }) => (token === 'slow' ? late.promise : other),
    });
    const page = await openPage();
    const started = start(page);
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    inAnotherTab(() => {
      storeTokens('theirs', 3600);
      localStorage.setItem('refreshToken', 'their refresh');
    });
    await vi.waitFor(() => expect(page.getSession()).toEqual({ status: 'authenticated', user: other }));
    late.resolve(user);
    await started;
    expect(page.getSession()).toEqual({ status: 'authenticated', user: other });
  });

  it('stay as they are when one has only renewed the token', async () => {
    storeTokens('access', 3600);
    const seen = fakeServer({ 'auth.me': () => user });
    const page = await openPage();
    await start(page);
    inAnotherTab(() => storeTokens('renewed', 3600));
    expect(page.getSession()).toEqual({ status: 'authenticated', user });
    expect(seen).toHaveLength(1);
  });
});
