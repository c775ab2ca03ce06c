import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MarketDataError } from '../../provider/market-data-error.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { RejectedRequestError, YahooOutageError, YahooUnreachableError } from './yahoo-errors.ts';

const outage = () =>
  Promise.reject(new YahooOutageError({ message: 'Yahoo Finance reported a server error' }));
const unreachable = () => Promise.reject(new YahooUnreachableError());
const unknownSymbol = () => Promise.reject(new Error('unknown symbol'));
const badRequest = () => Promise.reject(new RejectedRequestError('Yahoo Finance rejected the request'));
const unreadable = () =>
  Promise.reject(new MarketDataError('bad_data', 'Yahoo Finance sent an unreadable response'));
const rateLimit = () => Promise.reject(new MarketDataError('rate_limited', 'slow down'));
const healthy = { status: 'healthy', until: null, reason: null };

describe('createCircuitBreaker', () => {
  let breaker: CircuitBreaker;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T14:04:00Z') });
    breaker = createCircuitBreaker(() => new Date());
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function fail(call: () => Promise<never>, times: number): Promise<void> {
    for (let time = 0; time < times; time++) await expect(breaker.execute(call)).rejects.toThrow();
  }

  it('returns the result of a call', async () => {
    expect(await breaker.execute(async () => 42)).toBe(42);
    expect(breaker.health()).toEqual(healthy);
  });

  it('stays open for a minute after five outages', async () => {
    await fail(outage, 4);
    expect(breaker.health()).toMatchObject({ status: 'unavailable', until: null });
    await fail(outage, 1);
    const until = new Date('2026-11-21T14:05:00Z');
    const call = vi.fn(outage);
    await expect(breaker.execute(call)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Yahoo Finance reported a server error; try again after 14:05 UTC',
      retryAt: until,
    });
    expect(call).not.toHaveBeenCalled();
    expect(breaker.health()).toEqual({
      status: 'unavailable',
      until,
      reason: 'Yahoo Finance reported a server error',
    });
  });

  it('rejects with an unreachable error while open because Yahoo is unreachable', async () => {
    await fail(unreachable, 5);
    await expect(breaker.execute(unreachable)).rejects.toBeInstanceOf(YahooUnreachableError);
  });

  it('closes after a successful test call, and stays open for another minute after a failed one', async () => {
    await fail(outage, 5);
    vi.setSystemTime(new Date('2026-11-21T14:05:00Z'));
    await fail(outage, 1);
    await expect(breaker.execute(async () => 1)).rejects.toMatchObject({
      retryAt: new Date('2026-11-21T14:06:00Z'),
    });
    vi.setSystemTime(new Date('2026-11-21T14:06:00Z'));
    expect(await breaker.execute(async () => 1)).toBe(1);
    expect(breaker.health()).toEqual(healthy);
    await fail(outage, 4);
    expect(await breaker.execute(async () => 2)).toBe(2);
  });

  it.each([
    ['an unknown symbol', unknownSymbol, 'healthy'],
    ['a rejected request', badRequest, 'healthy'],
    ['a rate limit', rateLimit, 'healthy'],
    ['an unreadable response', unreadable, 'unavailable'],
  ])('never opens for %s', async (_, call, status) => {
    await fail(call, 10);
    expect(breaker.health()).toMatchObject({ status, until: null });
    expect(await breaker.execute(async () => 1)).toBe(1);
    expect(breaker.health()).toEqual(healthy);
  });

  it.each([
    ['an unknown symbol', unknownSymbol],
    ['a rejected request', badRequest],
    ['a rate limit', rateLimit],
    ['an unreadable response', unreadable],
  ])('counts outages from zero after %s', async (_, call) => {
    await fail(outage, 4);
    await fail(call, 1);
    await fail(outage, 4);
    expect(await breaker.execute(async () => 1)).toBe(1);
  });
});
