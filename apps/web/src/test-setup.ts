import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// The default of one second is too short for a whole page on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const consoleErrors: unknown[][] = [];

/** jsdom has no layout, so no size changes. */
class UnchangingSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', UnchangingSizes);

/** Nor has it media queries: none matches. */
vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: false }));

beforeEach(() => {
  consoleErrors.length = 0;
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation((...values) => {
    consoleErrors.push(values);
  });
});

// An error that React or a library logs is a defect, even if the page looks right.
afterEach(() => {
  cleanup();
  expect(consoleErrors, 'console.error was called').toEqual([]);
});
