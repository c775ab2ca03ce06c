import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// The default of one second is too short for a whole page on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

const consoleErrors: unknown[][] = [];

/** jsdom has no layout, so no size changes. */
class UnchangingSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// It has no canvas: the browser tests draw the charts. Here, because a module that is loaded cannot be replaced.
vi.mock('#components/chart/equity/equity-chart.tsx', () => ({
  EquityChart: ({ label }: { label: string }) => <figure aria-label={label} />,
}));
vi.mock('#components/chart/price-chart.tsx', () => ({
  PriceChart: ({ label }: { label: string }) => <figure aria-label={label} />,
}));

beforeEach(() => {
  consoleErrors.length = 0;
  localStorage.clear();
  vi.stubGlobal('ResizeObserver', UnchangingSizes);
  // Nor has jsdom media queries: none matches.
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: false }));
  vi.spyOn(console, 'error').mockImplementation((...values) => {
    consoleErrors.push(values);
  });
});

// An error that React or a library logs is a defect, even if the page looks right.
afterEach(() => {
  cleanup();
  // jsdom's interval of animation frames is a fake one, too: it must end before the timers are real again.
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
  vi.useRealTimers();
  expect(consoleErrors, 'console.error was called').toEqual([]);
});
