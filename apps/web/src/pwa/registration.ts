import { tokenStorage } from '#lib/session/token-storage.ts';
import { readDevice, writeDevice } from '../service-worker/device-store.ts';

const workerAddress = '/sw.js';
const manifestAddress = '/manifest.webmanifest';

/** Safari's own property for an app on the home screen. */
interface InstallableNavigator extends Navigator {
  readonly standalone?: boolean;
  readonly connection?: { readonly saveData?: boolean };
}

const browser: InstallableNavigator = navigator;

/** Whether the page runs as an installed app, without the browser's own bars. */
export function isInstalledApp(): boolean {
  return browser.standalone === true || matchMedia('(display-mode: standalone)').matches;
}

/** Whether browsers run service workers at this address at all: on HTTPS and on `localhost`. */
function isWorkerPossible(): boolean {
  return window.isSecureContext && 'serviceWorker' in navigator;
}

/** Whether the user saves data and uses Stockbook in a tab only, which needs none of the stored files. */
async function isDownloadUnwanted(): Promise<boolean> {
  if (browser.connection?.saveData !== true || isInstalledApp()) return false;
  const device = await readDevice().catch(() => null);
  return device?.channelId == null;
}

/** Whether the operator has switched the app off by `PWA=off`. */
export async function isSwitchedOff(): Promise<boolean> {
  return (await fetch(manifestAddress, { method: 'HEAD', cache: 'no-store' })).status === 404;
}

/**
 * Registers the service worker, which stores the files of the program. Without a registration, a server with `PWA=off`
 * is left alone; with one, its script removes it.
 * @returns null if the browser or the operator does not allow it
 * @throws TypeError if the worker cannot be downloaded
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!isWorkerPossible()) return null;
  const existing = await navigator.serviceWorker.getRegistration();
  if (!existing && (await isSwitchedOff())) return null;
  return navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' });
}

/**
 * Registers the worker of a signed-in user's page, unless the user saves data. Failures leave the page as it is.
 * @returns null without a registration
 */
export async function registerQuietly(): Promise<ServiceWorkerRegistration | null> {
  // The user may have signed out since the page became idle.
  if (tokenStorage.read()) await writeDevice({ isSignedIn: true }).catch(() => {});
  if (await isDownloadUnwanted()) return null;
  // Without storage or a network, the program works online.
  return registerWorker().catch(() => null);
}

/** Removes the worker and the files that it has stored. */
export async function removeWorker(): Promise<void> {
  if (!isWorkerPossible()) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}
