import type { Page } from '@playwright/test';
import type { Server } from '../server.ts';
import { channel } from './signals.ts';

/** How the browser of a test acts as a device. */
export interface DeviceOfTest {
  readonly obstacle?: 'insecure' | 'not-installed' | 'unsupported';
  readonly permission?: NotificationPermission;
  /** The next subscription; without it, the push service cannot be reached. */
  readonly subscription?: { readonly endpoint: string; readonly keys: { p256dh: string; auth: string } };
  readonly isSubscribed?: boolean;
  /** The server's key of an existing subscription. */
  readonly serverKey?: string;
  /** Whether there is a service worker only in appearance. */
  readonly isWorkerFaked?: boolean;
}

const storageKey = 'deviceOfTest';

/**
 * Replaces what needs a push service and a permission, which headless browsers refuse. Runs in the page, before its
 * scripts; does nothing in tests without a device.
 */
function actAsDevice(key: string): void {
  if (!location.protocol.startsWith('http')) return;
  const stored = sessionStorage.getItem(key);
  // A page that several tests share has the script several times.
  if (stored === null || key in window) return;
  const read = (): DeviceOfTest => JSON.parse(sessionStorage.getItem(key) ?? '{}');
  const write = (changes: DeviceOfTest) =>
    sessionStorage.setItem(key, JSON.stringify({ ...read(), ...changes }));
  const define = (target: object, name: string, get: () => unknown) =>
    Object.defineProperty(target, name, { get, configurable: true });
  const { obstacle, permission = 'granted', isWorkerFaked } = read();

  define(window, key, read);
  if (obstacle === 'insecure') define(window, 'isSecureContext', () => false);
  if (obstacle === 'not-installed') define(navigator, 'userAgent', () => 'iPhone');
  define(Notification, 'permission', () => permission);
  Notification.requestPermission = async () => permission;

  const toBytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0))
      .buffer;
  const subscriptionOf = ({ subscription, serverKey = '' }: DeviceOfTest) => ({
    endpoint: subscription?.endpoint,
    options: { applicationServerKey: toBytes(serverKey) },
    toJSON: () => subscription,
    async unsubscribe() {
      write({ isSubscribed: false });
      return true;
    },
  });
  const pushManager = {
    async getSubscription() {
      return read().isSubscribed ? subscriptionOf(read()) : null;
    },
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      if (!read().subscription) throw new DOMException('Registration failed', 'AbortError');
      write({ isSubscribed: true, serverKey: applicationServerKey });
      return subscriptionOf(read());
    },
  };
  Object.assign(PushManager.prototype, pushManager);
  if (isWorkerFaked) {
    const registration = Object.assign(new EventTarget(), {
      pushManager,
      getNotifications: async () => [],
      update: async () => {},
    });
    define(navigator.serviceWorker, 'ready', () => Promise.resolve(registration));
    Object.assign(navigator.serviceWorker, {
      getRegistration: async () => registration,
      register: async () => registration,
    });
  }
  if (obstacle === 'unsupported') Reflect.deleteProperty(window, 'PushManager');
}

/** Lets the pages of a tab act as a device from their next load on. */
export async function becomeDevice(page: Page, device: DeviceOfTest, channelId?: string): Promise<void> {
  await page.addInitScript(actAsDevice, storageKey);
  // An address of the program without its code.
  await page.goto('/favicon.svg');
  await page.evaluate(
    async ([key, text, id]) => {
      sessionStorage.setItem(key, text);
      const opening = indexedDB.open('stockbook-device');
      opening.onupgradeneeded = () => opening.result.createObjectStore('device');
      await new Promise<void>((resolve) => {
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('device', 'readwrite');
          const store = transaction.objectStore('device');
          if (id) store.put({ channelId: id, isSignedIn: true }, 'device');
          else store.clear();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      });
    },
    [storageKey, JSON.stringify(device), channelId ?? ''] as const,
  );
}

/** Changes how a tab acts as a device, from its next call on. */
export function changeDevice(page: Page, changes: { [F in keyof DeviceOfTest]: DeviceOfTest[F] | null }) {
  return page.evaluate(
    ([key, text]) => {
      const device = { ...JSON.parse(sessionStorage.getItem(key) ?? '{}'), ...JSON.parse(text) };
      sessionStorage.setItem(key, JSON.stringify(device));
    },
    [storageKey, JSON.stringify(changes)] as const,
  );
}

/** Whether the tab has a subscription. */
export function isSubscribed(page: Page): Promise<boolean> {
  return page.evaluate(
    (key) => JSON.parse(sessionStorage.getItem(key) ?? '{}').isSubscribed === true,
    storageKey,
  );
}

const serverKey = 'BIQPnyTgBe-g6xOJcwShmVC0LJMHIXpCi-XnVkTF3YxqKPe6dx1Bj4rtN5GME_T9rnbaaNx7aZLPljKd46K22Ls';

export const subscribed: DeviceOfTest = {
  subscription: { endpoint: 'https://push.example.com/send/x7Qk', keys: { p256dh: 'p256dh', auth: 'auth' } },
  isSubscribed: true,
  serverKey,
  isWorkerFaked: true,
};

export const thisDevice = channel({
  kind: 'web_push',
  name: 'Chrome on Android',
  device: 'Chrome on Android',
  target: 'push.example.com/…x7Qk',
  is_this_device: true,
  shows_details: true,
  last_seen_at: '2026-11-20T08:00:00.000Z',
});

/** Another device of the user, whose push service refuses the server. */
const otherDevice = channel({
  ...thisDevice,
  id: '0b6a4f0e-5b7e-4a53-9f5e-0000000000aa',
  name: 'Safari on iOS',
  device: 'Safari on iOS',
  target: 'web.push.apple.com/…m3Ta',
  is_this_device: false,
  last_seen_at: '2026-11-18T08:00:00.000Z',
  last_error:
    'The push service refuses this server (403): check PUBLIC_URL or MAIL_FROM, or the server’s clock',
  failing_since: '2026-11-19T22:15:20.000Z',
});

/** A server that offers notifications to devices, and lists two. */
export async function answerDevices(server: Server): Promise<void> {
  await server.answer('notifications.webPush', { is_offered: true, reason: null, public_key: serverKey });
  const channels = [thisDevice, otherDevice];
  await server.answer('notifications.listChannels', {
    channels,
    total: channels.length,
    kinds: ['webhook', 'ntfy', 'apprise', 'web_push'],
  });
}
