import { clearUserState } from '#hooks/use-user-state.ts';
import { requestTimeoutMs } from '../api/timed-fetch.ts';
import { authCalls } from './auth-calls.ts';
import { deviceData } from './device-data.ts';
import { ServerUnavailableError } from './server-unavailable.ts';
import { createSession } from './session.ts';
import { tokenStorage } from './token-storage.ts';
import type { Clock, Session } from './types.ts';

const lockName = 'stockbook-token-renewal';

/** The clock and the timers of the browser. */
export const pageClock: Clock = {
  now: () => Date.now(),
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** Without the Web Locks API, runs the task unlocked. The time-out covers a tab that holds the lock and hangs. */
async function withLock<T>(task: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return task();
  let hasStarted = false;
  try {
    return await navigator.locks.request(lockName, { signal: AbortSignal.timeout(requestTimeoutMs) }, () => {
      hasStarted = true;
      return task();
    });
  } catch (cause) {
    if (hasStarted) throw cause;
    throw new ServerUnavailableError('Another tab is still renewing the token.', { cause });
  }
}

/** Creates a session with the browser's storage, clock and network. */
export function createPageSession(): Session {
  return createSession({
    ...authCalls,
    storage: tokenStorage,
    clock: pageClock,
    deviceData,
    withLock,
    clearUserState,
  });
}

/** Retries immediately when the network is back or the page becomes visible. Returns the function that unsubscribes. */
export function retryOnReturn({ retryNow }: Session): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') retryNow();
  };
  window.addEventListener('online', retryNow);
  window.addEventListener('pageshow', retryNow);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('online', retryNow);
    window.removeEventListener('pageshow', retryNow);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
