import { createContext } from 'react';
import { clearDevice, type Device, readDevice, writeDevice } from '../../service-worker/device-store.ts';
import { isInstalledApp, registerWorker } from '../registration.ts';

/** Why a browser cannot receive messages here. */
export type Obstacle = 'insecure' | 'not-installed' | 'unsupported';

/** A push subscription of this browser. */
export interface Subscription {
  readonly endpoint: string;
  /** The server's key in base64url; null if the browser does not say it. */
  readonly serverKey: string | null;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly end: () => Promise<void>;
}

/** The parts of the browser that a device needs. Tests pass their own. */
export interface PushBrowser {
  readonly obstacle: () => Obstacle | null;
  readonly permission: () => NotificationPermission;
  readonly requestPermission: () => Promise<NotificationPermission>;
  readonly subscription: () => Promise<Subscription | null>;
  /** @throws PushServiceError */
  readonly subscribe: (serverKey: string) => Promise<Subscription>;
  /** Ends the subscription and forgets the device. */
  readonly end: () => Promise<void>;
  readonly store: {
    readonly read: () => Promise<Device>;
    readonly write: (changes: Partial<Device>) => Promise<void>;
  };
  /** Runs one task at a time across all tabs. */
  readonly withLock: <T>(task: () => Promise<T>) => Promise<T>;
  readonly now: () => number;
}

/** The browser did not subscribe. */
export class PushServiceError extends Error {
  override readonly name = 'PushServiceError';
}

const workerTimeoutMs = 10_000;
/** Some browsers never answer. */
const subscriptionTimeoutMs = 15_000;

async function within<T>(ms: number, task: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PushServiceError(`The browser did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([task, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function toBase64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function toSubscription(subscription: PushSubscription): Subscription {
  const { endpoint, options } = subscription;
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return {
    endpoint,
    serverKey: options?.applicationServerKey ? toBase64Url(options.applicationServerKey) : null,
    keys: { p256dh, auth },
    end: async () => void (await subscription.unsubscribe()),
  };
}

async function currentSubscription(): Promise<Subscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? toSubscription(subscription) : null;
}

function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad calls itself a Mac, of which none has a touch screen.
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

async function subscribe(serverKey: string): Promise<Subscription> {
  try {
    if (!(await within(workerTimeoutMs, registerWorker()))) throw new PushServiceError('There is no worker');
    const { pushManager } = await within(workerTimeoutMs, navigator.serviceWorker.ready);
    const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
    return toSubscription(
      await within(subscriptionTimeoutMs, subscribing).catch((error: unknown) => {
        // An answer that comes too late leaves nothing behind.
        void subscribing.then((late) => late.unsubscribe()).catch(() => {});
        throw error;
      }),
    );
  } catch (cause) {
    throw new PushServiceError('The browser could not subscribe', { cause });
  }
}

const pageBrowser: PushBrowser = {
  obstacle() {
    if (!window.isSecureContext) return 'insecure';
    if (isApple() && !isInstalledApp()) return 'not-installed';
    const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
    return isSupported ? null : 'unsupported';
  },
  permission: () => Notification.permission,
  requestPermission: () => Notification.requestPermission(),
  subscription: currentSubscription,
  subscribe,
  async end() {
    await (await currentSubscription())?.end();
    await clearDevice();
  },
  store: { read: readDevice, write: writeDevice },
  withLock: async (task) => (navigator.locks ? navigator.locks.request('stockbook-device', task) : task()),
  now: () => Date.now(),
};

/** The browser of the page, unless a test gives another one. */
export const PushBrowserContext = createContext<PushBrowser>(pageBrowser);
