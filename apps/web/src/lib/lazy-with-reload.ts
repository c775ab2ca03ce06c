import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';

/** A chunk could not be downloaded. Browsers retry a failed `import()` only after a reload of the page. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

const downloads = new Set<() => Promise<unknown>>();

/** Downloads the parts known so far; failures are left to the parts that show. */
export async function preloadParts(): Promise<void> {
  await Promise.allSettled([...downloads].map((download) => download()));
}

/** A part of a page whose code is downloaded when it shows, with `fallback` until then; see `lazyPart`. */
export function lazyWithReload<P extends object>(
  download: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): (props: P) => ReactNode {
  const Part = lazyPart(download);
  return (props) => createElement(Suspense, { fallback }, createElement(Part, props));
}

/**
 * `React.lazy` whose component throws a `ChunkLoadError` if the download fails, and shows a part that is downloaded
 * already at once: React would keep the fallback for 300 ms.
 */
export function lazyPart<P extends object>(
  download: () => Promise<ComponentType<P>>,
): (props: P) => ReactNode {
  let downloaded: ComponentType<P> | undefined;
  const load = async () => {
    downloaded = await download();
    return { default: downloaded };
  };
  downloads.add(load);
  const Lazy = lazy(() =>
    load().catch((cause: unknown) => {
      throw new ChunkLoadError('A part of the page could not be downloaded.', { cause });
    }),
  );
  return (props) => {
    // The choice of the first render stays: React goes on with `Lazy` without a render of this component if the
    // download ends soon, and would replace it, with its state, by another component.
    const [{ Part }] = useState(() => ({ Part: downloaded ?? Lazy }));
    return createElement(Part, props);
  };
}
