import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import type { QuoteParts } from './quote-parts.ts';

let parts: QuoteParts | null = null;
let isRequested = false;
const listeners = new Set<() => void>();

async function download(): Promise<void> {
  try {
    ({ quoteParts: parts } = await import('./quote-parts.ts'));
    for (const listener of listeners) listener();
  } catch {
    // The closes stand: prices during the session are an addition to the page.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isRequested) {
    isRequested = true;
    whenIdle(() => void download());
  }
  return () => listeners.delete(listener);
}

/** The parts that show prices during the session; null until their code is downloaded, after the first paint. */
export function useQuoteParts(): QuoteParts | null {
  return useSyncExternalStore(subscribe, () => parts);
}

/** A part that shows a quote; its children, which show the last close, stand until its code is downloaded. */
export function quoted<P extends { children?: ReactNode }>(
  choose: (parts: QuoteParts) => ComponentType<P>,
): (props: P) => ReactNode {
  return (props) => {
    const loaded = useQuoteParts();
    return loaded ? createElement(choose(loaded), props) : props.children;
  };
}
