import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus when the focused part of a region has been removed, such as the button that removed itself.
 * @param onLost moves the focus; receives whether a key removed the part
 */
export function useLostFocus(region: RefObject<HTMLElement | null>, onLost: (byKey: boolean) => void): void {
  const focused = useRef<EventTarget | null>(null);
  const isByKey = useRef(false);

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    element.addEventListener('focusin', ({ target }) => (focused.current = target), { signal });
    element.addEventListener('keydown', () => (isByKey.current = true), { signal, capture: true });
    element.addEventListener('pointerdown', () => (isByKey.current = false), { signal, capture: true });
    return () => listeners.abort();
  }, [region]);

  // After every render, because any may have removed the focused part.
  useEffect(() => {
    const { current } = focused;
    if (!(current instanceof Node) || current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) onLost(isByKey.current);
  });
}
