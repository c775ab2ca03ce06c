/**
 * Names the user whose device this browser is: empty while its subscription must still be ended. In local storage,
 * because a page that is being closed can write nothing else.
 */
const key = 'deviceOwner';

/** Id of the user whose device this browser is; empty if it must be ended; null if it is none. */
export const deviceOwner = (): string | null => localStorage.getItem(key);

export function setDeviceOwner(userId: string): void {
  localStorage.setItem(key, userId);
}

export function removeDeviceOwner(): void {
  localStorage.removeItem(key);
}

/** Key of the user's switch that shows the line about a device that has stopped. */
export const stoppedSwitch = 'deviceStopped';
