import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useSession, useSessionState } from '#lib/session/session-context.ts';

/** Prefix of every per-user key in local storage. */
const keyPrefix = 'user.';
const changeEvent = 'userstatechange';

/** Values that the browser refused to store, for example beyond its quota; lost on reload. */
const memoryFallback = new Map<string, string>();

function read(key: string): string | null {
  return memoryFallback.get(key) ?? localStorage.getItem(key);
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    memoryFallback.delete(key);
  } catch {
    memoryFallback.set(key, text);
  }
}

function remove(key: string): void {
  memoryFallback.delete(key);
  localStorage.removeItem(key);
}

/** The local storage key of a value of one user. */
function userStateKey(userId: string, key: string): string {
  return `${keyPrefix}${userId}.${key}`;
}

/** Removes the stored state of all users, except for `exceptUserId`: several people may share a browser. */
export function clearUserState(exceptUserId?: string): void {
  const keptPrefix = exceptUserId === undefined ? null : userStateKey(exceptUserId, '');
  for (const key of [...Object.keys(localStorage), ...memoryFallback.keys()]) {
    if (key.startsWith(keyPrefix) && !(keptPrefix && key.startsWith(keptPrefix))) remove(key);
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
    // Not written by this module: `parse` returns its default, and the next write replaces the text.
    return undefined;
  }
}

type Updater<T> = (current: T) => T;

function isUpdater<T>(next: T | Updater<T>): next is Updater<T> {
  return typeof next === 'function';
}

/**
 * State of the signed-in user that survives a reload, stored as JSON in local storage and shared by all tabs. Signing
 * out removes it, and the page stores nothing more until it is gone. `parse` validates the stored value (undefined at
 * first) and must keep its identity across renders. Setting null removes the value. An updater function receives the
 * value stored now, which may be newer than the last render.
 */
export function useUserState<T>(
  key: string,
  parse: (stored: unknown) => T,
): [T, (next: T | Updater<T>) => void] {
  const { user } = useSessionState();
  const { getState } = useSession();
  // The user of the first render: on sign-out, `user` becomes null shortly before the page unmounts.
  const [userId] = useState(user?.id ?? '');
  const fullKey = userStateKey(userId, key);
  const text = useSyncExternalStore(subscribe, () => read(fullKey));
  const value = useMemo(() => parse(parseJson(text)), [text, parse]);
  const store = useCallback(
    (next: T | Updater<T>) => {
      if (getState().status !== 'authenticated') return;
      const stored = isUpdater(next) ? next(parse(parseJson(read(fullKey)))) : next;
      if (stored === null) remove(fullKey);
      else write(fullKey, JSON.stringify(stored));
      window.dispatchEvent(new Event(changeEvent));
    },
    [fullKey, parse, getState],
  );
  return [value, store];
}

function isTrue(stored: unknown): boolean {
  return stored === true;
}

/** A switch of the signed-in user, off at first, stored as `useUserState` does. */
export function useUserSwitch(key: string): [boolean, (isOn: boolean) => void] {
  return useUserState(key, isTrue);
}

/** Whether the line says that notifications on this device have stopped. */
export function useStoppedLine(): [boolean, (isShown: boolean) => void] {
  return useUserSwitch('deviceStopped');
}
