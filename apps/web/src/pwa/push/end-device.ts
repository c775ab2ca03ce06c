import { clearDevice, writeDevice } from '../../service-worker/device-store.ts';
import { removeDeviceOwner } from './device-owner.ts';

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration();
}

async function closeNotifications(): Promise<void> {
  for (const notification of (await (await registration())?.getNotifications()) ?? []) notification.close();
}

async function endSubscription(): Promise<void> {
  await (await (await registration())?.pushManager?.getSubscription())?.unsubscribe();
}

// A browser without storage throws at once.
const forget = async () => clearDevice();
const hideContent = async () => writeDevice({ isSignedIn: false });

/**
 * Ends the subscription of this browser, closes its notifications, and forgets the device. A subscription that cannot
 * be ended now ends with its next message: see `onPush`.
 */
export async function endDevice(): Promise<void> {
  const [forgotten, ended] = await Promise.allSettled([forget(), endSubscription(), closeNotifications()]);
  if (forgotten.status === 'fulfilled' || ended.status === 'fulfilled') removeDeviceOwner();
}

/** Closes the notifications, and lets the worker show no content until somebody is signed in. */
export async function hideDevice(): Promise<void> {
  await Promise.allSettled([closeNotifications(), hideContent()]);
}
