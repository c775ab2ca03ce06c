import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A chunk could not be downloaded. Browsers retry a failed `import()` only after a reload of the page. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** `React.lazy` whose component throws a `ChunkLoadError` if the download fails. */
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
