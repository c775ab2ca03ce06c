import { clearDevice, writeDevice } from '../service-worker/device-store.ts';
import { forgetLastSeen } from './last-seen.ts';

/** Closes the notifications on show, and ends the subscription to new ones unless it is kept. */
async function forgetNotifications(keepsSubscription: boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  for (const notification of await registration.getNotifications()) notification.close();
  if (keepsSubscription || !('pushManager' in registration)) return;
  const subscription = await registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/**
 * Removes what this browser keeps of a user, except for the files of the program.
 * @param keepsDevice whether this browser goes on receiving messages, without their content: after a sign-in that the
 *   server has refused, which the user has not ended on purpose
 * @throws DOMException if the browser refuses to remove it
 */
export async function forgetDeviceData(keepsDevice: boolean): Promise<void> {
  await forgetLastSeen();
  if (keepsDevice) await writeDevice({ isSignedIn: false });
  else await clearDevice();
  await navigator.clearAppBadge?.().catch(() => {});
  // Browsers without notifications reject.
  await forgetNotifications(keepsDevice).catch(() => {});
}
