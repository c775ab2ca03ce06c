import { describe, expect, it } from 'vitest';
import { createMemoryCoolDownStore, nextCoolDown } from './cool-down.ts';

const NOW = new Date('2026-11-21T14:04:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const endedAgo = (ago: number, seconds: number) => ({ until: after(-ago), seconds, reason: '' });

describe('nextCoolDown', () => {
  it('lasts a minute at first', () => {
    expect(nextCoolDown(null, null, NOW)).toEqual({
      until: after(60),
      seconds: 60,
      reason: 'Yahoo Finance is limiting requests; trying again after 14:05 UTC',
    });
  });

  it.each([
    [60, 120],
    [120, 240],
    [600, 900],
    [900, 900],
    [7200, 900],
  ])('after one of %i s lasts %i s', (seconds, next) => {
    expect(nextCoolDown(endedAgo(10, seconds), null, NOW)).toMatchObject({
      until: after(next),
      seconds: next,
    });
  });

  it('starts afresh after a quarter of an hour', () => {
    expect(nextCoolDown(endedAgo(900, 480), null, NOW).seconds).toBe(60);
  });

  it('obeys what Yahoo says, whatever went before', () => {
    expect(nextCoolDown(endedAgo(10, 60), after(3600), NOW)).toMatchObject({
      until: after(3600),
      seconds: 3600,
    });
  });

  it('stays as it is for calls that were under way when it began', () => {
    const running = { until: after(59), seconds: 60, reason: 'wait' };
    expect(nextCoolDown(running, null, NOW)).toBe(running);
  });
});

describe('createMemoryCoolDownStore', () => {
  it('keeps the one that lasts longer', async () => {
    const store = createMemoryCoolDownStore();
    expect(await store.read()).toBeNull();
    const [long, short] = [nextCoolDown(null, after(600), NOW), nextCoolDown(null, after(60), NOW)];
    await store.write(long);
    await store.write(short);
    expect(await store.read()).toBe(long);
  });
});
