import { useSyncExternalStore } from 'react';

/** Chromium's offer to install the app, which TypeScript does not know. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

let offered: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function keep(event: InstallPromptEvent | null): void {
  offered = event;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer for the settings, in place of its own banner. It comes soon after the page has loaded. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if ('prompt' in event) keep(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => keep(null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The function that asks the user to install the app; null if the browser has not offered it. */
export function useInstallPrompt(): (() => void) | null {
  const event = useSyncExternalStore(subscribe, () => offered);
  return (
    event &&
    (() => {
      // An offer can be used once.
      keep(null);
      void event.prompt();
    })
  );
}
