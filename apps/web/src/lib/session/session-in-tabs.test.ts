import { describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { inAnotherTab, openPage, storeTokens, user } from '../../testing/session-page.ts';

describe('two tabs', () => {
  it('share sign-in and sign-out', async () => {
    fakeServer({ 'auth.me': () => user });
    const { session } = openPage();
    await session.start();
    inAnotherTab(() => storeTokens('theirs', 3600));
    await vi.waitFor(() => expect(session.getState().status).toBe('authenticated'));
    inAnotherTab(() => localStorage.clear());
    expect(session.getState().status).toBe('anonymous');
  });

  it('switch to the new user when another tab signs in as a different user', async () => {
    storeTokens('access', 3600);
    const other = { ...user, id: '2', username: 'grace' };
    fakeServer({ 'auth.me': ({ token }) => (token === 'theirs' ? other : user) });
    const { session } = openPage();
    await session.start();
    inAnotherTab(() => {
      storeTokens('theirs', 3600);
      localStorage.setItem('refreshToken', 'their refresh');
    });
    expect(session.getState()).toMatchObject({ status: 'loading', user: null });
    await vi.waitFor(() =>
      expect(session.getState()).toMatchObject({ status: 'authenticated', user: other }),
    );
  });

  it('ignore a late session check of the previous session', async () => {
    storeTokens('slow', 3600);
    const other = { ...user, id: '2', username: 'grace' };
    const late = Promise.withResolvers<typeof user>();
    const seen = fakeServer({
      'auth.me': ({ token }) => (token === 'slow' ? late.promise : other),
    });
    const { session } = openPage();
    const started = session.start();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    inAnotherTab(() => {
      storeTokens('theirs', 3600);
      localStorage.setItem('refreshToken', 'their refresh');
    });
    await vi.waitFor(() =>
      expect(session.getState()).toMatchObject({ status: 'authenticated', user: other }),
    );
    late.resolve(user);
    await started;
    expect(session.getState()).toMatchObject({ status: 'authenticated', user: other });
  });

  it('keep their state when another tab renews the token', async () => {
    storeTokens('access', 3600);
    const seen = fakeServer({ 'auth.me': () => user });
    const { session } = openPage();
    await session.start();
    inAnotherTab(() => storeTokens('renewed', 3600));
    expect(session.getState()).toMatchObject({ status: 'authenticated', user });
    expect(seen).toHaveLength(1);
  });
});
