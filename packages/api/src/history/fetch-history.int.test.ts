import { Stock } from '@stockbook/db/testing/entities';
import { describe, expect, it } from 'vitest';
import { daysFrom2020, now, withProvider } from './testing/with-provider.ts';

const splits = [{ date: '2026-11-20', numerator: 2, denominator: 1 }];

describe('rejected days', () => {
  const days = daysFrom2020(60);
  const [old = '', recent = '', next = ''] = [days[10], days[45], days[51]];
  const without = (...dates: string[]) => days.filter((day) => !dates.includes(day));

  it('counts each rejected day once, until its bar arrives', async () => {
    const { fetch } = await withProvider();
    const rejectedAfter = async (end: number, ...dates: string[]) => {
      const { rejectedBars } = await fetch({
        dates: without(...dates).filter((day) => day < (days[end] ?? '')),
        rejectedDates: dates,
      });
      return rejectedBars;
    };
    expect(await rejectedAfter(50, old, recent)).toBe(2);
    expect(await rejectedAfter(50, old, recent)).toBe(2);
    expect(await rejectedAfter(53, old, recent, next)).toBe(3);
    expect(await rejectedAfter(55, old, recent, next)).toBe(3);
    expect(await rejectedAfter(55, old, next)).toBe(2);
    expect(await rejectedAfter(55, old)).toBe(1);
  });
});

describe('failed fetch', () => {
  const inAnHour = new Date(now.getTime() + 60 * 60 * 1000);
  const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError');

  it.each([
    [
      'the bars cannot be stored',
      ['0000-01-01'],
      undefined,
      'Something went wrong on the server. Try again.',
    ],
    [
      'the fetch exceeds its time limit',
      ['2024-01-02'],
      AbortSignal.abort(timeout),
      'It took too long: the provider of market data did not answer in time',
    ],
  ])('stores the error and retries in an hour when %s', async (_, dates, signal, lastError) => {
    const { stock, fetch } = await withProvider();
    await expect(fetch({ dates }, signal)).rejects.toThrow();
    expect(await stock()).toMatchObject({ lastError, refreshDueAt: inAnHour, isActive: true });
  });

  it('stores no error when the worker stops', async () => {
    const { stock, fetch } = await withProvider();
    await expect(fetch({ dates: ['2024-01-02'] }, AbortSignal.abort())).rejects.toThrow();
    expect(await stock()).toMatchObject({ lastError: null, refreshDueAt: now });
  });
});

describe('currency', () => {
  it('follows a CSV file that names it, and stays when the file stops naming it', async () => {
    const { apple, fetch } = await withProvider();
    const currencyAfter = async (currency: string | null) => {
      const facts = { ...apple, currency };
      return (await fetch({ dates: daysFrom2020(60), source: 'csv', facts })).currency;
    };
    expect(await currencyAfter('SEK')).toBe('SEK');
    expect(await currencyAfter('NOK')).toBe('NOK');
    expect(await currencyAfter(null)).toBe('NOK');
  });

  it('stays what it was when a provider on the network names another one', async () => {
    const { apple, fetch } = await withProvider();
    const facts = { ...apple, currency: 'SEK' };
    expect((await fetch({ dates: daysFrom2020(60), facts })).currency).toBe('USD');
  });
});

describe('pending close', () => {
  it('keeps a pending close until its bar arrives, and schedules a refresh within the hour', async () => {
    const { fetch } = await withProvider();
    const dates = ['2026-11-18', '2026-11-19'];
    const pending = await fetch({ dates, pendingCloseDate: '2026-11-20' });
    expect(pending).toMatchObject({ pendingCloseDate: '2026-11-20', pendingCloseSince: now });
    const minutes = (pending.refreshDueAt.getTime() - now.getTime()) / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(30);
    expect(minutes).toBeLessThanOrEqual(60);
    const complete = await fetch({ dates: [...dates, '2026-11-20'] });
    expect(complete).toMatchObject({ pendingCloseDate: null, pendingCloseSince: null });
    expect(complete.refreshDueAt.getTime() - now.getTime()).toBeGreaterThan(24 * 60 * 60_000);
  });
});

describe('requester', () => {
  it('names the user of the task to the provider, and none when the refresh is scheduled', async () => {
    const { fetch, requesters } = await withProvider();
    const { signal } = new AbortController();
    await fetch({ dates: ['2024-01-02'] }, signal, 'a-user');
    await fetch({ dates: ['2024-01-02', '2024-01-03'], splits }, signal, 'a-user');
    await fetch({ dates: ['2024-01-02', '2024-01-03'] });
    expect(requesters).toEqual(['a-user', 'a-user', 'a-user', undefined]);
  });
});

describe('stock facts', () => {
  it('fills in the facts of a stock that are missing and keeps the others', async () => {
    const { database, stock, fetch, apple } = await withProvider();
    const unknown = { isin: null, exchange: null, sector: null, industry: null, currency: null, type: null };
    const change = (facts: Partial<Stock>) => database.fork().nativeUpdate(Stock, { symbol: 'AAPL' }, facts);
    await change({ ...unknown, name: 'AAPL', timezone: null });
    await fetch({ dates: ['2024-01-02'], facts: { ...apple, sector: null, industry: null } });
    expect(await stock()).toMatchObject({ ...apple, sector: null, industry: null });

    await change({ name: 'My Apple', currency: 'XXX' });
    await fetch({ dates: ['2024-01-02'], facts: { ...apple, ...unknown } });
    expect(await stock()).toMatchObject({ ...apple, name: 'My Apple', currency: 'XXX' });
  });
});
