import { clear, createStore, get, update } from 'idb-keyval';

/** The facts of this browser that worker and pages share. The worker has no access to local storage. */
export interface Device {
  /** Id of the notification channel of this browser; null without one. */
  readonly channelId: string | null;
  readonly isSignedIn: boolean;
  /** Endpoint of the subscription as the server has it; null to register it at the next start. */
  readonly endpoint: string | null;
  /** When a page registered it last, in milliseconds since 1970; zero if the user knows that it was lost. */
  readonly registeredAt: number;
}

const unknownDevice: Device = { channelId: null, isSignedIn: false, endpoint: null, registeredAt: 0 };

/** A database of its own, because the worker needs nothing of the last seen data. */
const store = createStore('stockbook-device', 'device');
const key = 'device';

/** @throws DOMException if the browser refuses to store anything */
export async function readDevice(): Promise<Device> {
  return { ...unknownDevice, ...(await get<Partial<Device>>(key, store)) };
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
