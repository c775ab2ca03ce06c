import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { takeOverWord } from './messages.ts';
import { answerNavigation, isPagePath } from './navigation.ts';

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
