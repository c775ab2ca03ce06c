import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MarketDataError } from '../market-data-error.ts';
import { type CallGate, createCallGate } from './call-gate.ts';
import { createMemoryCoolDownStore } from './cool-down.ts';
import { YahooUnreachableError } from './unreachable-error.ts';

const down = () => Promise.reject(new MarketDataError('unavailable', 'Yahoo Finance has a fault of its own'));
const lost = () => Promise.reject(new YahooUnreachableError());
const unknown = () => Promise.reject(new Error('an answer'));

describe('createCallGate', () => {
  let gate: CallGate;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T14:04:00Z') });
    gate = createCallGate(createMemoryCoolDownStore(), () => new Date());
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function fail(call: () => Promise<never>, times: number): Promise<void> {
    for (let time = 0; time < times; time++) await expect(gate.pass(call)).rejects.toThrow();
  }

  it('passes results through', async () => {
    expect(await gate.pass(async () => 42)).toBe(42);
    expect(gate.health()).toEqual({ status: 'healthy', until: null, reason: null });
  });

  it('asks nothing for a minute after five failures', async () => {
    await fail(down, 4);
    expect(gate.health()).toMatchObject({ status: 'unavailable', until: null });
    await fail(down, 1);
    const until = new Date('2026-11-21T14:05:00Z');
    const call = vi.fn(down);
    await expect(gate.pass(call)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Yahoo Finance has a fault of its own; try again after 14:05 UTC',
      retryAt: until,
    });
    expect(call).not.toHaveBeenCalled();
    expect(gate.health()).toEqual({
      status: 'unavailable',
      until,
      reason: 'Yahoo Finance has a fault of its own',
    });
  });

  it('says of an unreachable Yahoo that it is unreachable, while it asks nothing too', async () => {
    await fail(lost, 5);
    await expect(gate.pass(lost)).rejects.toBeInstanceOf(YahooUnreachableError);
  });

  it('closes again after one good call, and waits another minute after a bad one', async () => {
    await fail(down, 5);
    vi.setSystemTime(new Date('2026-11-21T14:05:00Z'));
    await fail(down, 1);
    await expect(gate.pass(async () => 1)).rejects.toMatchObject({
      retryAt: new Date('2026-11-21T14:06:00Z'),
    });
    vi.setSystemTime(new Date('2026-11-21T14:06:00Z'));
    expect(await gate.pass(async () => 1)).toBe(1);
    expect(gate.health()).toEqual({ status: 'healthy', until: null, reason: null });
    await fail(down, 4);
    expect(await gate.pass(async () => 2)).toBe(2);
  });

  it('takes other errors for answers', async () => {
    await fail(down, 1);
    await fail(unknown, 10);
    expect(gate.health()).toEqual({ status: 'healthy', until: null, reason: null });
    expect(await gate.pass(async () => 1)).toBe(1);
  });

  it.each([
    ['an error that is an answer', unknown],
    ['a rate limit', () => Promise.reject(new MarketDataError('rate_limited', 'slow down'))],
  ])('counts failures anew after %s', async (_, answer) => {
    await fail(down, 4);
    await fail(answer, 1);
    vi.setSystemTime(Date.now() + 3_600_000);
    await fail(down, 4);
    expect(await gate.pass(async () => 1)).toBe(1);
  });

  it('does not count rate limits as failures', async () => {
    for (let time = 0; time < 10; time++) {
      await fail(() => Promise.reject(new MarketDataError('rate_limited', 'slow down')), 1);
      vi.advanceTimersByTime(0);
      vi.setSystemTime(Date.now() + 3_600_000);
    }
    expect(await gate.pass(async () => 1)).toBe(1);
  });
});
