import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, Refusal } from '../testing/fake-server.ts';

const user = {
  id: '1',
  email: 'ada@example.com',
  username: 'ada',
  first_name: 'Ada',
  last_name: null,
  full_name: 'Ada',
};

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

function storeTokens(access: string, expiresInSeconds: number): void {
  localStorage.setItem('accessToken', access);
  localStorage.setItem('refreshToken', 'refresh');
  localStorage.setItem('tokenExpiry', inSeconds(expiresInSeconds));
}

function storedTokens() {
  return ['accessToken', 'refreshToken', 'tokenExpiry'].map((key) => localStorage.getItem(key));
}

/** What another tab does: it writes to the shared storage, of which this one is told by an event. */
function inAnotherTab(write: () => void): void {
  write();
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
}

/** The modules hold the state of a page; each test opens a new one. */
async function openPage() {
  vi.resetModules();
  const [session, { trpcClient, onRefusedToken }] = await Promise.all([
    import('./session.ts'),
    import('./trpc-client.ts'),
  ]);
  return { ...session, trpcClient, onRefusedToken };
}

let endings: (() => void)[] = [];
async function start(page: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  endings.push(await page.startSession());
}

beforeEach(() => {
  for (const end of endings) end();
  endings = [];
});

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

  it('agrees with another tab', async () => {
    fakeServer({ 'auth.me': () => user });
    const page = await openPage();
    await start(page);
    inAnotherTab(() => storeTokens('theirs', 3600));
    await vi.waitFor(() => expect(page.getSession().status).toBe('authenticated'));
    inAnotherTab(() => localStorage.clear());
    expect(page.getSession().status).toBe('anonymous');
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

describe('the renewal of a token', () => {
  it('comes once before it ends, however many requests wait, and each goes out with the new one', async () => {
    storeTokens('old', 20);
    const expires_at = inSeconds(3600);
    const seen = fakeServer({
      'auth.refresh': () => ({ access_token: 'new', expires_at }),
      'auth.me': () => user,
      'stocks.list': () => ({ stocks: [] }),
    });
    const page = await openPage();
    await Promise.all([start(page), ...Array.from({ length: 5 }, () => page.trpcClient.stocks.list.query())]);
    const renewals = seen.filter(({ procedure }) => procedure === 'auth.refresh');
    expect(renewals).toEqual([
      { procedure: 'auth.refresh', token: null, input: { refresh_token: 'refresh' } },
    ]);
    const others = seen.filter(({ procedure }) => procedure !== 'auth.refresh');
    expect(new Set(others.map(({ token }) => token))).toEqual(new Set(['new']));
    expect(storedTokens()).toEqual(['new', 'refresh', expires_at]);
  });

  it('takes the token over that another tab has renewed meanwhile', async () => {
    storeTokens('old', 20);
    const seen = fakeServer({ 'auth.me': () => user });
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: {
        request: (_name: string, deed: () => Promise<unknown>) => {
          storeTokens('theirs', 3600);
          return deed();
        },
      },
    });
    const page = await openPage();
    await start(page);
    expect(seen).toEqual([{ procedure: 'auth.me', token: 'theirs', input: undefined }]);
    vi.unstubAllGlobals();
  });

  it('signs out when the server refuses it', async () => {
    storeTokens('old', 20);
    const seen = fakeServer({
      'auth.refresh': () => {
        throw new Refusal(401, 'Your session has ended');
      },
    });
    const page = await openPage();
    await start(page);
    expect(page.getSession().status).toBe('anonymous');
    expect(storedTokens()).toEqual([null, null, null]);
    expect(seen.map(({ procedure }) => procedure)).toEqual(['auth.refresh']);
  });

  it.each([
    ['goes on with a token that still holds', 20, 'old'],
    ['signs out with one that has ended', -20, null],
  ])('%s when the server does not answer', async (_name, expiresInSeconds, kept) => {
    storeTokens('old', expiresInSeconds);
    fakeServer({
      'auth.refresh': () => {
        throw new TypeError('Failed to fetch');
      },
      'auth.me': () => user,
    });
    const page = await openPage();
    await start(page);
    expect(storedTokens()[0]).toBe(kept);
    expect(page.getSession().status).toBe(kept ? 'authenticated' : 'anonymous');
  });

  it('comes by itself, in the last fifth of a short life', async () => {
    vi.useFakeTimers();
    let count = 0;
    fakeServer({
      'auth.me': () => user,
      'auth.refresh': () => ({ access_token: `renewed ${++count}`, expires_at: inSeconds(3600) }),
    });
    const page = await openPage();
    await start(page);
    await page.enterSession({ access_token: 'a', refresh_token: 'r', expires_at: inSeconds(50) });
    await vi.advanceTimersByTimeAsync(39_000);
    expect(storedTokens()[0]).toBe('a');
    await vi.advanceTimersByTimeAsync(2000);
    expect(storedTokens()[0]).toBe('renewed 1');
    vi.useRealTimers();
  });
});
