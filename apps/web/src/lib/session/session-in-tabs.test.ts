import { describe, expect, it, vi } from 'vitest';
import { fakeServer } from '#testing/fake-server.ts';
import {
  inAnotherTab,
  inSeconds,
  openPage,
  storedTokens,
  storeOtherSignIn,
  storeTokens,
  user,
} from '#testing/session-page.ts';

describe('two tabs', () => {
  it('shares sign-in and sign-out between two tabs', async () => {
    fakeServer({ 'auth.me': () => user });
    const { session } = openPage();
    await session.start();
    inAnotherTab(() => storeTokens('theirs', 3600));
    await vi.waitFor(() => expect(session.getState().status).toBe('authenticated'));
    inAnotherTab(() => localStorage.clear());
    expect(session.getState().status).toBe('anonymous');
  });

  it('switches to the new user when another tab signs in as a different user', async () => {
    storeTokens('access', 3600);
    const other = { ...user, id: '2', username: 'grace' };
    fakeServer({ 'auth.me': ({ token }) => (token === 'theirs' ? other : user) });
    const { session } = openPage();
    await session.start();
    inAnotherTab(() => storeOtherSignIn('theirs'));
    expect(session.getState()).toMatchObject({ status: 'loading', user: null });
    await vi.waitFor(() =>
      expect(session.getState()).toMatchObject({ status: 'authenticated', user: other }),
    );
  });

  it('ignores a late session check of the previous session', async () => {
    storeTokens('slow', 3600);
    const other = { ...user, id: '2', username: 'grace' };
    const late = Promise.withResolvers<typeof user>();
    const seen = fakeServer({
      'auth.me': ({ token }) => (token === 'slow' ? late.promise : other),
    });
    const { session } = openPage();
    const started = session.start();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    inAnotherTab(() => storeOtherSignIn('theirs'));
    await vi.waitFor(() =>
      expect(session.getState()).toMatchObject({ status: 'authenticated', user: other }),
    );
    late.resolve(user);
    await started;
    expect(session.getState()).toMatchObject({ status: 'authenticated', user: other });
  });

  it('keeps the state when another tab renews the tokens', async () => {
    storeOtherSignIn('access');
    const seen = fakeServer({ 'auth.me': () => user });
    const { session } = openPage();
    await session.start();
    inAnotherTab(() => {
      storeTokens('renewed', 3600);
      localStorage.setItem('refreshToken', 'renewed refresh');
    });
    expect(session.getState()).toMatchObject({ status: 'authenticated', user });
    expect(seen).toHaveLength(1);
  });
});

describe('two tabs that renew the tokens at the same moment', () => {
  /** Opens two tabs with an expiring token; each refresh token that the server returns is new. */
  async function renewInTwoTabs() {
    storeOtherSignIn('old');
    localStorage.setItem('tokenExpiry', inSeconds(20));
    let count = 0;
    const seen = fakeServer({
      'auth.me': () => user,
      'auth.refresh': () => {
        count += 1;
        return {
          access_token: `access ${count}`,
          refresh_token: `refresh ${count}`,
          expires_at: inSeconds(3600),
        };
      },
    });
    const tabs = [openPage(), openPage()];
    await Promise.all(tabs.map(({ session }) => session.start()));
    return { tabs, renewals: seen.filter(({ procedure }) => procedure === 'auth.refresh') };
  }

  it('sends one request of two tabs, if the browser has locks', async () => {
    let last: Promise<unknown> = Promise.resolve();
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: {
        request: (_name: string, _options: LockOptions, task: () => Promise<unknown>) => {
          last = last.then(task, task);
          return last;
        },
      },
    });
    const { tabs, renewals } = await renewInTwoTabs();
    expect(renewals).toHaveLength(1);
    expect(storedTokens().slice(0, 2)).toEqual(['access 1', 'refresh 1']);
    for (const { session } of tabs) expect(await session.accessToken()).toBe('access 1');
    vi.unstubAllGlobals();
  });

  it('takes the first response in both tabs, if the browser has no locks', async () => {
    const { tabs, renewals } = await renewInTwoTabs();
    expect(renewals.map(({ input }) => input)).toEqual([
      { refresh_token: 'refresh of old', rotate: true },
      { refresh_token: 'refresh of old', rotate: true },
    ]);
    expect(storedTokens().slice(0, 2)).toEqual(['access 1', 'refresh 1']);
    for (const { session } of tabs) {
      expect(session.getState()).toMatchObject({ status: 'authenticated', user });
      expect(await session.accessToken()).toBe('access 1');
    }
  });
});
