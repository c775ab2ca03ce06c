import { useSyncExternalStore } from 'react';
import { permitReload, reloadOnce } from '#lib/page-downloads.ts';
import { takeOverWord } from '../service-worker/messages.ts';

/** `ready`: a new version waits. `elsewhere`: another tab has let it take over, and this page is of the old one. */
export type UpdateState = 'none' | 'ready' | 'elsewhere';

const hourMs = 60 * 60 * 1000;
/** Between two questions when the page becomes visible: many switch between windows all the time. */
const minCheckIntervalMs = 10 * 60 * 1000;
/** How long `Later` lasts on an open page. */
const postponedMs = 24 * hourMs;
/** WebKit may take over without the event. */
const takeOverTimeoutMs = 2000;

let registration: ServiceWorkerRegistration | null = null;
let state: UpdateState = 'none';
let checkedAt = 0;
let isReloading = false;
const listeners = new Set<() => void>();

function setState(next: UpdateState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Shows a version that waits. The first worker of a browser waits for none. */
function noteWaiting(): void {
  if (registration?.waiting && registration.active && state === 'none') setState('ready');
}

async function check(): Promise<void> {
  checkedAt = Date.now();
  // Without a network, the next question finds the new version.
  await registration?.update().catch(() => {});
}

/** Watches the registration for new versions, for as long as the page lives. */
export function watchUpdates(registered: ServiceWorkerRegistration): void {
  registration = registered;
  noteWaiting();
  registered.addEventListener('updatefound', () => {
    registered.installing?.addEventListener('statechange', noteWaiting);
  });
  registered.installing?.addEventListener('statechange', noteWaiting);
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!isReloading) setState('elsewhere');
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt >= minCheckIntervalMs) void check();
  });
  // A part of the page that is gone belongs to an older version than the server's.
  window.addEventListener('vite:preloadError', () => void check());
  setInterval(() => void check(), hourMs);
  // A registration that exists already is not looked at again.
  void check();
}

/** Hides the bar for `postponedMs`. */
export function postponeUpdate(): void {
  setState('none');
  setTimeout(noteWaiting, postponedMs);
}

/** Lets the version that waits take over, and reloads the page once; without one, reloads the page. */
export function reloadToUpdate(): void {
  const waiting = registration?.waiting;
  if (!waiting) {
    window.location.reload();
    return;
  }
  isReloading = true;
  permitReload();
  navigator.serviceWorker.addEventListener('controllerchange', reloadOnce, { once: true });
  setTimeout(reloadOnce, takeOverTimeoutMs);
  waiting.postMessage(takeOverWord);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUpdateState(): UpdateState {
  return useSyncExternalStore(subscribe, () => state);
}
