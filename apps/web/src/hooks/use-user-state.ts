import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useSessionState } from '../lib/session/session-context.ts';

/** Begins the key of everything stored for a user. */
const keyPrefix = 'user.';
const changeEvent = 'userstatechange';

/** What the browser refuses to store, for example beyond its quota: it lives as long as the page. */
const unstored = new Map<string, string>();

function read(key: string): string | null {
  return unstored.get(key) ?? localStorage.getItem(key);
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    // Typing must go on; the value then does not survive a reload.
    unstored.set(key, text);
  }
}

function remove(key: string): void {
  unstored.delete(key);
  localStorage.removeItem(key);
}

/** The key in local storage of something that belongs to one user. */
export function userStateKey(userId: string, key: string): string {
  return `${keyPrefix}${userId}.${key}`;
}

/** Removes what is stored for users, except for the one with this id: browsers are shared. */
export function clearUserState(exceptUserId?: string): void {
  const kept = exceptUserId === undefined ? null : userStateKey(exceptUserId, '');
  for (const key of [...Object.keys(localStorage), ...unstored.keys()]) {
    if (key.startsWith(keyPrefix) && !(kept && key.startsWith(kept))) remove(key);
  }
  window.dispatchEvent(new Event(changeEvent));
}

function subscribe(listener: () => void): () => void {
  // A page in the back-forward cache gets no storage events.
  const events = [changeEvent, 'storage', 'pageshow'];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
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
 * State of the signed-in user that survives a reload, stored as JSON in local storage and shared by all tabs. Signing
 * out removes it. `parse` checks what is stored (undefined at first) and must be the same function at every render.
 * Storing null removes it. A value that depends on the one before is set by a function, which is given what is
 * stored at that moment: the last render may be older.
 */
export function useUserState<T>(
  key: string,
  parse: (stored: unknown) => T,
): [T, (next: T | Derive<T>) => void] {
  const { user } = useSessionState();
  // Of the first render: pages outlive their user by a moment when the sign-in ends.
  const [userId] = useState(user?.id ?? '');
  const fullKey = userStateKey(userId, key);
  const text = useSyncExternalStore(subscribe, () => read(fullKey));
  const value = useMemo(() => parse(parseJson(text)), [text, parse]);
  const store = useCallback(
    (next: T | Derive<T>) => {
      const stored = isDerive(next) ? next(parse(parseJson(read(fullKey)))) : next;
      if (stored === null) remove(fullKey);
      else write(fullKey, JSON.stringify(stored));
      window.dispatchEvent(new Event(changeEvent));
    },
    [fullKey, parse],
  );
  return [value, store];
}
