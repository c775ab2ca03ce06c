import { useCallback, useMemo, useSyncExternalStore } from 'react';

const changeEvent = 'storedstatechange';

function subscribe(listener: () => void): () => void {
  window.addEventListener(changeEvent, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(changeEvent, listener);
    window.removeEventListener('storage', listener);
  };
}

function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Written by something else: `parse` then gives its default, and the next write repairs it.
    return undefined;
  }
}

type Derive<T> = (current: T) => T;

function isDerive<T>(next: T | Derive<T>): next is Derive<T> {
  return typeof next === 'function';
}

/**
 * React state that survives a reload, kept as JSON in local storage and shared by all tabs. `parse` judges what
 * is stored (undefined at first) and must be the same function at every render. A value that depends on the one
 * before is set by a function, which is given what is stored at that moment: the last render may be older.
 */
export function useStoredState<T>(
  key: string,
  parse: (stored: unknown) => T,
): [T, (next: T | Derive<T>) => void] {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const value = useMemo(() => parse(parseJson(text)), [text, parse]);
  const store = useCallback(
    (next: T | Derive<T>) => {
      const stored = isDerive(next) ? next(parse(parseJson(localStorage.getItem(key)))) : next;
      localStorage.setItem(key, JSON.stringify(stored));
      window.dispatchEvent(new Event(changeEvent));
    },
    [key, parse],
  );
  return [value, store];
}
