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

/**
 * Ends the subscription of this browser, closes its notifications, and forgets the device. A subscription that cannot
 * be ended now ends with its next message: see `onPush`.
 * @throws DOMException if the browser refuses to store anything
 */
export async function endDevice(): Promise<void> {
  await Promise.all([clearDevice(), endSubscription().catch(() => {}), closeNotifications().catch(() => {})]);
  removeDeviceOwner();
}

/**
 * Closes the notifications, and lets the worker show no content until somebody is signed in.
 * @throws DOMException if the browser refuses to store anything
 */
export async function hideDevice(): Promise<void> {
  await Promise.all([writeDevice({ isSignedIn: false }), closeNotifications().catch(() => {})]);
}
