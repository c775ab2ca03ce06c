import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useState,
  useSyncExternalStore,
} from 'react';

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

interface AdditionalParts<Parts> {
  /** The parts; null until they are downloaded, which begins when the first component that uses them shows. */
  readonly useParts: () => Parts | null;
  /** One of the parts; its children stand until it is downloaded. */
  readonly part: <P extends { children?: ReactNode }>(
    choose: (parts: Parts) => ComponentType<P>,
  ) => (props: P) => ReactNode;
}

/** Parts that a page can do without: until they are downloaded, or if that fails, their children stand. */
export function additionalParts<Parts>(download: () => Promise<Parts>): AdditionalParts<Parts> {
  let parts: Parts | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  const load = () => {
    loading ??= download().then(
      (downloaded) => {
        parts = downloaded;
        for (const listener of listeners) listener();
      },
      () => {},
    );
    return loading;
  };
  downloads.add(load);

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    void load();
    return () => listeners.delete(listener);
  };
  const useParts = () => useSyncExternalStore(subscribe, () => parts);

  return {
    useParts,
    part: (choose) => (props) => {
      const loaded = useParts();
      return loaded ? createElement(choose(loaded), props) : props.children;
    },
  };
}
