import { describe, expect, it, vi } from 'vitest';
import { createReachability } from './reachability.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('createReachability', () => {
  it('probes once for all who ask at the same time, and no more once it was reached', async () => {
    const probe = vi.fn(async () => true);
    const reachability = createReachability(probe, () => NOW);
    expect(await Promise.all([reachability.check(), reachability.check()])).toEqual([true, true]);
    expect(await reachability.check()).toBe(true);
    expect(probe).toHaveBeenCalledTimes(1);
    expect(reachability.unreachableUntil()).toBeNull();
  });

  it('remembers for a minute that it was out of reach', async () => {
    let now = NOW;
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

  it('forgets that it was reached when a call lost it', async () => {
    const reachability = createReachability(
      async () => true,
      () => NOW,
    );
    await reachability.check();
    reachability.markUnreachable();
    expect(await reachability.check()).toBe(false);
  });
});
