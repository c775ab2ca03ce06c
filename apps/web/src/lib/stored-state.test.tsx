import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useStoredState } from './stored-state.ts';

function parse(stored: unknown): number {
  return typeof stored === 'number' ? stored : 7;
}

it('starts with the default, keeps what is stored and shares it', () => {
  const first = renderHook(() => useStoredState('count', parse));
  const second = renderHook(() => useStoredState('count', parse));
  expect(first.result.current[0]).toBe(7);
  act(() => first.result.current[1](9));
  expect(first.result.current[0]).toBe(9);
  expect(second.result.current[0]).toBe(9);
  expect(localStorage.getItem('count')).toBe('9');
});

it('derives the next value from what is stored at that moment, not from an old render', () => {
  const [, store] = renderHook(() => useStoredState('count', parse)).result.current;
  // As another tab would, whose event has not come yet.
  localStorage.setItem('count', '20');
  act(() => store((count) => count + 1));
  expect(localStorage.getItem('count')).toBe('21');
});

it('takes what is no JSON for nothing', () => {
  localStorage.setItem('count', '{');
  expect(renderHook(() => useStoredState('count', parse)).result.current[0]).toBe(7);
});
