import { expect, it } from 'vitest';
import { createSpacing } from './spacing.ts';

const { signal } = new AbortController();

it('gives simultaneous callers their turns one interval apart, the first at once', async () => {
  const nextTurn = createSpacing(20);
  const start = performance.now();
  const times = await Promise.all(
    [0, 1, 2].map(async () => {
      await nextTurn(signal);
      return performance.now() - start;
    }),
  );
  expect(times[0]).toBeLessThan(20);
  // Timers are a millisecond early at times.
  expect(times[1]).toBeGreaterThanOrEqual(18);
  expect(times[2]).toBeGreaterThanOrEqual(38);
});

it('makes up for no unused turns', async () => {
  const nextTurn = createSpacing(20);
  await nextTurn(signal);
  await new Promise((resolve) => setTimeout(resolve, 60));
  await nextTurn(signal);
  const start = performance.now();
  await nextTurn(signal);
  expect(performance.now() - start).toBeGreaterThanOrEqual(18);
});

it('lets the callers of aborted work pass at once', async () => {
  const nextTurn = createSpacing(60_000);
  const aborting = new AbortController();
  await nextTurn(aborting.signal);
  const waiting = nextTurn(aborting.signal);
  aborting.abort();
  await waiting;
  await nextTurn(aborting.signal);
});
