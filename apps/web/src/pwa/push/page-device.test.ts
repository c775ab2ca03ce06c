import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { inSeconds, openPage, storeTokens, user } from '#testing/session-page.ts';
// Loaded lazily: importing it here keeps its first load out of the tests' waits.
import './end-device.ts';

const tokens = { access_token: 'a', refresh_token: 'r', expires_at: inSeconds(3600) };

/** Gives jsdom a registration with a subscription and a notification, and records what is ended. */
function stubWorker() {
  const unsubscribe = vi.fn(async () => true);
  const close = vi.fn();
  const registration = {
    getNotifications: async () => [{ close }],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  };
  const clearAppBadge = vi.fn(async () => {});
  const stubs = { serviceWorker: { getRegistration: async () => registration }, clearAppBadge };
  for (const [name, value] of Object.entries(stubs)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
  return { unsubscribe, close, clearAppBadge };
}

beforeEach(() => {
  storeTokens('access', 3600);
  localStorage.setItem('deviceOwner', user.id);
});

describe('the device of a browser', () => {
  it('is ended, with its notifications and its badge, before a sign-out leaves the page', async () => {
    const { unsubscribe, close, clearAppBadge } = stubWorker();
    fakeServer({ 'auth.me': () => user, 'auth.logout': () => ({ message: 'Bye' }) });
    const { session } = openPage();
    await session.start();
    expect(unsubscribe).not.toHaveBeenCalled();
    session.subscribe(() => expect(unsubscribe).toHaveBeenCalledOnce());
    await session.logout();
    expect(session.getState().status).toBe('anonymous');
    expect(close).toHaveBeenCalledOnce();
    expect(clearAppBadge).toHaveBeenCalled();
    expect(localStorage.getItem('deviceOwner')).toBeNull();
  });

  it('is ended when all sign-ins or the account have ended, before the page changes', async () => {
    const { unsubscribe } = stubWorker();
    fakeServer({ 'auth.me': () => user });
    const { session } = openPage();
    await session.start();
    session.subscribe(() => expect(unsubscribe).toHaveBeenCalledOnce());
    await session.clear('The account was deleted');
    expect(session.getState().status).toBe('anonymous');
  });

  it('is ended before another user sees a page', async () => {
    const { unsubscribe } = stubWorker();
    localStorage.setItem('deviceOwner', 'another user');
    fakeServer({ 'auth.me': () => user });
    const { session } = openPage();
    session.subscribe(() => {
      if (session.getState().status === 'authenticated') expect(unsubscribe).toHaveBeenCalledOnce();
    });
    await session.login(tokens);
    expect(session.getState().status).toBe('authenticated');
    expect(localStorage.getItem('deviceOwner')).toBeNull();
  });

  it('is ended by the next start when the page was closed during the sign-out', async () => {
    const { unsubscribe } = stubWorker();
    localStorage.clear();
    localStorage.setItem('deviceOwner', '');
    fakeServer({});
    const { session } = openPage();
    await session.start();
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(localStorage.getItem('deviceOwner')).toBeNull();
  });

  it('stays, without its notifications, when the server refuses the sign-in', async () => {
    const { unsubscribe, close, clearAppBadge } = stubWorker();
    fakeServer({ 'auth.me': failWith(new ErrorResponse(401, 'Your session has ended')) });
    const { session } = openPage();
    await session.start();
    expect(session.getState().status).toBe('anonymous');
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(clearAppBadge).toHaveBeenCalledOnce();
    expect(unsubscribe).not.toHaveBeenCalled();
    expect(localStorage.getItem('deviceOwner')).toBe(user.id);
  });

  it('does not delay a sign-out by more than two seconds', async () => {
    const { unsubscribe } = stubWorker();
    unsubscribe.mockReturnValue(new Promise(() => {}));
    fakeServer({ 'auth.me': () => user, 'auth.logout': () => ({ message: 'Bye' }) });
    const { session } = openPage();
    await session.start();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const signedOut = session.logout();
    await vi.advanceTimersByTimeAsync(2000);
    await signedOut;
    expect(session.getState().status).toBe('anonymous');
    // The next start tries again.
    expect(localStorage.getItem('deviceOwner')).toBe('');
  });
});
