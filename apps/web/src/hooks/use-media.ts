import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, as React state. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Whether the window is as narrow as a phone's: below the breakpoint `sm`. */
export function useIsPhone(): boolean {
  return useMedia('(width < 40rem)');
}
