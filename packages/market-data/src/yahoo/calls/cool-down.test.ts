import { describe, expect, it } from 'vitest';
import { createMemoryCoolDownStore, nextCoolDown } from './cool-down.ts';

const fixedNow = new Date('2026-11-21T14:04:00Z');
const after = (seconds: number) => new Date(fixedNow.getTime() + seconds * 1000);
const endedAgo = (ago: number, seconds: number) => ({ until: after(-ago), seconds, reason: '' });

describe('nextCoolDown', () => {
  it('lasts a minute the first time', () => {
    expect(nextCoolDown(null, null, fixedNow)).toEqual({
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
  ])('follows a cool-down of %i s with one of %i s', (seconds, next) => {
    expect(nextCoolDown(endedAgo(10, seconds), null, fixedNow)).toMatchObject({
      until: after(next),
      seconds: next,
    });
  });

  it('lasts a minute again after 15 minutes without a 429', () => {
    expect(nextCoolDown(endedAgo(900, 480), null, fixedNow).seconds).toBe(60);
  });

  it('ends at retryAt regardless of the previous cool-down', () => {
    expect(nextCoolDown(endedAgo(10, 60), after(3600), fixedNow)).toMatchObject({
      until: after(3600),
      seconds: 3600,
    });
  });

  it('does not extend a cool-down for calls that were active when it began', () => {
    const running = { until: after(59), seconds: 60, reason: 'wait' };
    expect(nextCoolDown(running, null, fixedNow)).toBe(running);
  });
});

describe('createMemoryCoolDownStore', () => {
  it('keeps the cool-down that ends later', async () => {
    const store = createMemoryCoolDownStore();
    expect(await store.read()).toBeNull();
    const [long, short] = [nextCoolDown(null, after(600), fixedNow), nextCoolDown(null, after(60), fixedNow)];
    await store.write(long);
    await store.write(short);
    expect(await store.read()).toBe(long);
  });
});
