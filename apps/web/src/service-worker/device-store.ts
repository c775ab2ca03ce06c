import { clear, createStore, get, update } from 'idb-keyval';

/** What the worker must know of this browser. It has no access to local storage. */
export interface Device {
  /** Id of the notification channel of this browser; null without one. */
  readonly channelId: string | null;
  readonly isSignedIn: boolean;
}

const unknownDevice: Device = { channelId: null, isSignedIn: false };

/** A database of its own: the last seen data is none of the worker's business. */
const store = createStore('stockbook-device', 'device');
const key = 'device';

/** @throws DOMException if the browser refuses to store anything */
export async function readDevice(): Promise<Device> {
  return (await get<Device>(key, store)) ?? unknownDevice;
}

/**
 * Changes what is given and keeps the rest.
 * @throws DOMException if the browser refuses to store anything
 */
export function writeDevice(changes: Partial<Device>): Promise<void> {
  return update<Device>(key, (stored = unknownDevice) => ({ ...stored, ...changes }), store);
}

/** @throws DOMException if the browser refuses to store anything */
export function clearDevice(): Promise<void> {
  return clear(store);
}
