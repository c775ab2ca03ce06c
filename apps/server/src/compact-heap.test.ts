import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { compactHeapLater } from './compact-heap.ts';

/** In a function of its own, so that no frame on the stack holds the object. */
function createGarbage(): WeakRef<object> {
  return new WeakRef({ size: 1 });
}

it('collects garbage after ten seconds', async () => {
  const garbage = createGarbage();
  // A new WeakRef keeps its target until the end of the tick.
  await nextTick();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  compactHeapLater();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(garbage.deref()).toBeUndefined();
});
