import { useSyncExternalStore } from 'react';

export type Connection = 'good' | 'slow' | 'offline';

/** A request that takes longer than this shows the slow notice. */
const slowAfterMs = 4000;

let slowRequests = 0;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Tracks the duration of one request. Returns the function to call when the request ends. */
export function watchRequest(): () => void {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    slowRequests += 1;
    notify();
  }, slowAfterMs);
  return () => {
    clearTimeout(timer);
    if (!isSlow) return;
    slowRequests -= 1;
    notify();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function read(): Connection {
  if (!navigator.onLine) return 'offline';
  return slowRequests > 0 ? 'slow' : 'good';
}

/** The state of the connection to the server, as React state. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, read);
}
