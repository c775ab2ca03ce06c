import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** The code of a part of the page did not come. The browser asks for it again only when the page is loaded anew. */
export class ChunkLoadError extends Error {
  override readonly name = 'DownloadFailure';
}

/** A component whose code comes when it is first shown. Throws a `DownloadFailure` where it is shown if none comes. */
export function lazyWithReload<P>(
  download: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return { default: await download() };
    } catch (cause) {
      throw new ChunkLoadError('A part of the page could not be downloaded.', { cause });
    }
  });
}
