import { describe, expect, it, vi } from 'vitest';
import { createReachability } from './reachability.ts';

const fixedNow = new Date('2026-11-21T12:00:00Z');

describe('createReachability', () => {
  it('shares one probe between concurrent checks, and does not probe again after a success', async () => {
    const probe = vi.fn(async () => true);
    const reachability = createReachability(probe, () => fixedNow);
    expect(await Promise.all([reachability.check(), reachability.check()])).toEqual([true, true]);
    expect(await reachability.check()).toBe(true);
    expect(probe).toHaveBeenCalledTimes(1);
    expect(reachability.unreachableUntil()).toBeNull();
  });

  it('does not probe again for a minute after a failure', async () => {
    let now = fixedNow;
    const probe = vi.fn(async () => false);
    const reachability = createReachability(probe, () => now);
    expect([await reachability.check(), await reachability.check()]).toEqual([false, false]);
    expect(probe).toHaveBeenCalledTimes(1);
    expect(reachability.unreachableUntil()).toEqual(new Date('2026-11-21T12:01:00Z'));
    now = new Date('2026-11-21T12:01:00Z');
    expect(reachability.unreachableUntil()).toBeNull();
    await reachability.check();
    expect(probe).toHaveBeenCalledTimes(2);
  });

  it('reports an unreachable service after markUnreachable', async () => {
    const reachability = createReachability(
      async () => true,
      () => fixedNow,
    );
    await reachability.check();
    reachability.markUnreachable();
    expect(await reachability.check()).toBe(false);
  });
});
