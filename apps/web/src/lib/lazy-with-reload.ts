import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A chunk could not be downloaded. Browsers retry a failed `import()` only after a reload of the page. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

const downloads = new Set<() => Promise<unknown>>();

/** Downloads the parts known so far; failures are left to the parts that show. */
export async function preloadParts(): Promise<void> {
  await Promise.allSettled([...downloads].map((download) => download()));
}

/** `React.lazy` whose component throws a `ChunkLoadError` if the download fails. */
export function lazyWithReload<P>(
  download: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  downloads.add(download);
  return lazy(async () => {
    try {
      return { default: await download() };
    } catch (cause) {
      throw new ChunkLoadError('A part of the page could not be downloaded.', { cause });
    }
  });
}
