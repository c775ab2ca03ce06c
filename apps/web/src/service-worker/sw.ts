import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { readDevice, writeDevice } from './device-store.ts';
import { type PageMessage, takeOverWord } from './messages.ts';
import { answerNavigation, isPagePath } from './navigation.ts';
import { onNotificationClick, onPush, onSubscriptionChange, type ShownNotification } from './push.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: PrecacheEntry[] };

/** Before the route of the precached files: a reload gets the newest page. */
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPagePath(url.pathname),
  ({ request }) =>
    answerNavigation(request, {
      fetch: (navigation) => fetch(navigation),
      readStored: () => matchPrecache('/index.html'),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }),
);
// Without a guess at other addresses of a file: `/` is a page.
precacheAndRoute(self.__WB_MANIFEST, {
  directoryIndex: '',
  cleanURLs: false,
  ignoreURLParametersMatching: [],
});
cleanupOutdatedCaches();

/** Whether the user has asked for this version; only then does it control pages that were opened without a worker. */
let isAskedFor = false;

self.addEventListener('message', (event) => {
  if (event.data !== takeOverWord) return;
  isAskedFor = true;
  event.waitUntil(self.skipWaiting());
});
self.addEventListener('activate', (event) => {
  if (isAskedFor) event.waitUntil(self.clients.claim());
});

// The types of TypeScript lack what only some browsers have.
interface PushNotificationOptions extends NotificationOptions {
  readonly timestamp: number;
  readonly renotify: boolean;
}

/** A first page has no worker yet: it is not controlled. */
const listWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

function show({ title, url, ...fields }: ShownNotification): Promise<void> {
  const options: PushNotificationOptions = {
    ...fields,
    data: { url },
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    renotify: false,
  };
  return self.registration.showNotification(title, options);
}

self.addEventListener('push', (event) => {
  const pushed = onPush(() => event.data?.text() ?? '', {
    origin: self.location.origin,
    now: Date.now,
    readDevice,
    show,
    endSubscription: async () => {
      await (await self.registration.pushManager.getSubscription())?.unsubscribe();
    },
    setBadge: async (count) => self.navigator.setAppBadge?.(count),
    broadcast: async (message) => {
      for (const page of await listWindows()) page.postMessage(message);
    },
  });
  event.waitUntil(pushed);
});

const answerTimeoutMs = 1000;

/** Sends a message to a page. @returns whether it has answered with `true` within `answerTimeoutMs` */
function ask(page: WindowClient, message: PageMessage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), answerTimeoutMs);
    port1.onmessage = ({ data }) => resolve(data === true);
    page.postMessage(message, [port2]);
  });
}

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  const opened = onNotificationClick(notification.data?.url, {
    origin: self.location.origin,
    close: () => notification.close(),
    listWindows: async () =>
      (await listWindows()).map((page) => ({
        ask: (message) => ask(page, message),
        focus: () => page.focus(),
      })),
    openWindow: (url) => self.clients.openWindow(url),
  });
  event.waitUntil(opened);
});

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(onSubscriptionChange(writeDevice)),
);
