import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { SessionState } from '#lib/session/types.ts';
import { user } from '#testing/session-page.ts';
import { SignedIn, signedInSession } from '#testing/signed-in.tsx';
import { clearUserState, useUserState } from './use-user-state.ts';

function parse(stored: unknown): number {
  return typeof stored === 'number' ? stored : 7;
}

const stateOf = (id: string) =>
  ({ status: 'authenticated', user: { ...user, id }, isUnreachable: false }) as const;

function open(userId = '1', read?: () => SessionState) {
  const state = stateOf(userId);
  const session = signedInSession({ getState: read ?? (() => state) });
  return renderHook(() => useUserState('count', parse), {
    wrapper: ({ children }) => <SignedIn session={session}>{children}</SignedIn>,
  }).result;
}

it('starts with the default, stores under the id of the user and shares the value', () => {
  const first = open();
  const second = open();
  expect(first.current[0]).toBe(7);
  act(() => first.current[1](9));
  expect(first.current[0]).toBe(9);
  expect(second.current[0]).toBe(9);
  expect(localStorage.getItem('user.1.count')).toBe('9');
});

it('derives the next value from the stored value, not from an old render', () => {
  const [, store] = open().current;
  // Another tab has written, but its storage event has not arrived yet.
  localStorage.setItem('user.1.count', '20');
  act(() => store((count) => count + 1));
  expect(localStorage.getItem('user.1.count')).toBe('21');
});

it('ignores a stored value that is not JSON', () => {
  localStorage.setItem('user.1.count', '{');
  expect(open().current[0]).toBe(7);
});

it('does not show the value of one user to another', () => {
  const first = open('1');
  act(() => first.current[1](9));
  expect(first.current[0]).toBe(9);
  expect(open('2').current[0]).toBe(7);
});

it('keeps the value in memory when the browser refuses to store it', () => {
  const count = open();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota is used up.', 'QuotaExceededError');
  });
  act(() => count.current[1](9));
  expect(count.current[0]).toBe(9);
  act(() => clearUserState());
  expect(count.current[0]).toBe(7);
});

it('stores nothing while the page of a user who has signed out goes', () => {
  let state: SessionState = stateOf('1');
  const count = open('1', () => state);
  state = { status: 'anonymous', user: null, isUnreachable: false, isRefused: false };
  act(() => count.current[1](9));
  expect(localStorage.getItem('user.1.count')).toBeNull();
});

it('removes the state of all users except the given one, and nothing else', () => {
  for (const key of ['user.1.count', 'user.2.count', 'theme']) localStorage.setItem(key, '1');
  clearUserState('1');
  expect(Object.keys(localStorage).sort()).toEqual(['theme', 'user.1.count']);
  clearUserState();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});
