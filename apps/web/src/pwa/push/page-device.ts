import { deviceOwner, setDeviceOwner } from './device-owner.ts';

/** In milliseconds. The user sees the page of before until then. */
const maxEndMs = 2000;

async function runBriefly(task: () => Promise<unknown>): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, maxEndMs));
  // Without an answer, the next page goes on.
  await Promise.race([task().catch(() => {}), timeout]);
}

function clearBadge(): void {
  void navigator.clearAppBadge?.().catch(() => {});
}

/** Ends the device of this browser, before the page changes, unless it belongs to `exceptUserId`. Never rejects. */
export async function endDeviceOfOthers(exceptUserId?: string): Promise<void> {
  const owner = deviceOwner();
  if (exceptUserId !== undefined && (owner === null || owner === exceptUserId)) return;
  clearBadge();
  if (owner === null) return;
  // First, because the page may be closed before the end.
  setDeviceOwner('');
  await runBriefly(async () => (await import('./end-device.ts')).endDevice());
}

/** Ends the device that an earlier page has left to be ended. Never rejects. */
export async function finishEndOfDevice(): Promise<void> {
  if (deviceOwner() === '') await endDeviceOfOthers();
}

/** Keeps the device of a sign-in that the server has refused, but shows nothing of it any more. Never rejects. */
export async function silenceDevice(): Promise<void> {
  clearBadge();
  if (deviceOwner() === null) return;
  await runBriefly(async () => (await import('./end-device.ts')).hideDevice());
}
