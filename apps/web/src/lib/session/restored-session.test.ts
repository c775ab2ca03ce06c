import { expect, it, onTestFinished, vi } from 'vitest';
import { inSeconds, user } from '#testing/session-page.ts';
import { pageClock } from './page-session.ts';
import { ServerUnavailableError } from './server-unavailable.ts';
import { createSession } from './session.ts';
import type { DeviceOwner, Restored, StoredTokens } from './types.ts';

const restored: Restored = {
  user: { ...user, email: '', username: '' },
  savedAt: () => 0,
  hasPage: () => true,
  fetch: async () => new Response(),
};

const mine: StoredTokens = {
  accessToken: 'access',
  refreshToken: 'refresh',
  expiresAt: Date.parse(inSeconds(3600)),
  signIn: 'mine',
};

/** A session whose server does not answer, on a device with data of `owner`. */
function openOffline({
  owner = { userId: user.id, signIn: 'mine' },
  tokens = mine,
}: {
  owner?: DeviceOwner | null;
  tokens?: StoredTokens | null;
} = {}) {
  let stored = tokens;
  const forget = vi.fn<(keepsDevice: boolean) => Promise<void>>(async () => {});
  const unavailable = async () => {
    throw new ServerUnavailableError('The server did not answer.');
  };
  const me = vi.fn<() => Promise<typeof user>>(unavailable);
  const session = createSession({
    refresh: unavailable,
    me,
    revoke: unavailable,
    storage: {
      read: () => stored,
      start: () => {},
      replace: () => {},
      clear: () => {
        stored = null;
      },
      subscribe: () => () => {},
    },
    clock: pageClock,
    deviceData: {
      owner: () => owner,
      forget: (keepsDevice) => (owner ? forget(keepsDevice) : null),
      isPageStored: () => true,
      restore: async (signIn) => (owner?.signIn === signIn ? restored : null),
    },
    withLock: (task) => task(),
    clearUserState: () => {},
  });
  onTestFinished(session.stop);
  const settled = () => vi.waitFor(() => expect(session.getState().status).toBe('authenticated'));
  return { session, forget, me, settled };
}

it('shows what was seen last when the server does not answer, and the user once it does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { session, me } = openOffline();
  await session.start();
  await vi.advanceTimersByTimeAsync(10);
  expect(session.getState()).toMatchObject({ status: 'authenticated', isUnreachable: true, restored });
  me.mockResolvedValue(user);
  await vi.advanceTimersByTimeAsync(2000);
  expect(session.getState()).toEqual({ status: 'authenticated', user, isUnreachable: false });
});

it('says that the server could not be told of a sign-out', async () => {
  const { session, forget, settled } = openOffline();
  await session.start();
  await settled();
  await session.logout();
  expect(forget).toHaveBeenCalledOnce();
  expect(session.getState()).toMatchObject({
    status: 'anonymous',
    message: 'Signed out on this device. The server could not be told; the sign-in ends there by itself.',
  });
});

it('removes the data of another sign-in before anything is shown', async () => {
  const { session, forget } = openOffline({ owner: { userId: '2', signIn: 'theirs' }, tokens: null });
  await session.start();
  expect(forget).toHaveBeenCalledOnce();
  expect(session.getState().status).toBe('anonymous');
});

it('keeps the device of a sign-in that the server has refused before', async () => {
  const { session, forget } = openOffline({ owner: { userId: user.id, signIn: null }, tokens: null });
  await session.start();
  expect(forget).not.toHaveBeenCalled();
});
