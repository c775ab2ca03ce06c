import { vi } from 'vitest';

/** Whose the tokens are that the tests store. */
export const user = {
  id: '1',
  email: 'ada@example.com',
  username: 'ada',
  first_name: 'Ada',
  last_name: null,
  full_name: 'Ada',
};

export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

export function storeTokens(access: string, expiresInSeconds: number): void {
  localStorage.setItem('accessToken', access);
  localStorage.setItem('refreshToken', 'refresh');
  localStorage.setItem('tokenExpiry', inSeconds(expiresInSeconds));
}

export function storedTokens() {
  return ['accessToken', 'refreshToken', 'tokenExpiry'].map((key) => localStorage.getItem(key));
}

/** What another tab does: it writes to the shared storage, of which this one is told by an event. */
export function inAnotherTab(write: () => void): void {
  write();
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
}

/** The modules hold the state of a page; each test opens a new one. */
export async function openPage() {
  vi.resetModules();
  const [session, { trpcClient, onRefusedToken }] = await Promise.all([
    import('../lib/session.ts'),
    import('../lib/trpc-client.ts'),
  ]);
  return { ...session, trpcClient, onRefusedToken };
}

let endings: (() => void)[] = [];

/** Starts the page's session; the next test ends it. */
export async function start(page: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  endings.push(await page.startSession());
}

/** Ends what `start` has started: to be called before each test. */
export function endSessions(): void {
  for (const end of endings) end();
  endings = [];
}
