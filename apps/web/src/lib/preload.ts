import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { preloadParts } from './lazy-with-reload.ts';

async function preload(router: AnyRouter): Promise<void> {
  const routes: AnyRoute[] = Object.values(router.routesById);
  await Promise.allSettled(routes.map((route) => router.loadRouteChunk(route)));
  // The chunks of the routes have declared their parts.
  await preloadParts();
}

/** Downloads the code of all pages when the browser is idle, so that each can be opened without a connection. */
export function preloadWhenIdle(router: AnyRouter): () => void {
  // Safari lacks the callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(() => void preload(router), 2000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => void preload(router));
  return () => cancelIdleCallback(handle);
}
