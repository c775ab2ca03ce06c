const failures = new WeakSet<Error>();

/** Whether the code of a page could not be downloaded. */
export function isDownloadFailure(error: unknown): boolean {
  return error instanceof Error && failures.has(error);
}

/** Leaves failed downloads of pages to the error screen. */
export function watchDownloads(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    failures.add(payload);
    // The router reloads the page once for each such message, which offline ends on the browser's error page.
    sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1');
  });
}

/** A file that is gone, because the server has been updated, is requested once more only. */
const reloadPauseMs = 15_000;
const reloadedAtKey = 'reloadedAt';

/** Lets `reloadOnce` reload the page again, because the user asks for it. */
export function permitReload(): void {
  sessionStorage.removeItem(reloadedAtKey);
}

/** Reloads the page, unless it has just been reloaded. */
export function reloadOnce(): void {
  const reloadedAt = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  if (Date.now() - reloadedAt < reloadPauseMs) return;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  window.location.reload();
}

/** Reloading while offline would replace a partly working page by the browser's error page. */
export function reloadIfOnline(): void {
  if (navigator.onLine) window.location.reload();
}
