import { priceBarRepository, stockActionRepository, stockRepository } from '@stockbook/db';
import { useTestDatabase } from '@stockbook/db/testing';
import { Stock } from '@stockbook/db/testing/entities';
import {
  createProvider,
  type History,
  type HistoryOptions,
  type Instrument,
  type MarketDataProvider,
} from '@stockbook/market-data';
import { describe, expect, it, vi } from 'vitest';
import { silentObserver } from '../testing/silent-observer.ts';
import type { FetchContext } from './fetch-context.ts';
import { fetchHistory } from './fetch-history.ts';

const now = new Date('2026-11-21T12:00:00Z');

/** `count` consecutive days from 2020-01-01. */
function daysFrom2020(count: number): string[] {
  return Array.from({ length: count }, (_, day) =>
    new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10),
  );
}

const splits = [{ date: '2026-11-20', numerator: 2, denominator: 1 }];

interface Sent {
  readonly dates: readonly string[];
  readonly close?: number;
  readonly rejectedDates?: readonly string[];
  readonly splits?: History['splits'];
  readonly dividends?: History['dividends'];
  readonly source?: History['source'];
  readonly facts?: Instrument;
  readonly pendingCloseDate?: string;
}

/** A stock, and a provider whose next history is the argument of `fetch`. */
async function withProvider() {
  const { database } = await useTestDatabase();
  const simulated = createProvider({ mode: 'simulated', isProduction: false });
  const apple = await simulated.lookup('AAPL');
  let sent: Sent = { dates: [] };
  const requesters: (string | undefined)[] = [];
  const preferredSources: HistoryOptions['preferredSource'][] = [];
  const marketData: MarketDataProvider = {
    ...simulated,
    mode: 'yahoo',
    async history(_, { from = '', signal, requester, preferredSource } = {}) {
      signal?.throwIfAborted();
      requesters.push(requester);
      preferredSources.push(preferredSource);
      const date = sent.dates.filter((day) => day >= from);
      const price = date.map(() => sent.close ?? 10);
      return {
        instrument: sent.facts ?? apple,
        source: sent.source ?? 'yahoo',
        bars: { date, open: price, high: price, low: price, close: price, volume: price },
        splits: (sent.splits ?? []).filter(({ date }) => date >= from),
        dividends: (sent.dividends ?? []).filter(({ date }) => date >= from),
        rejectedDates: (sent.rejectedDates ?? []).filter((day) => day >= from),
        pendingCloseDate: sent.pendingCloseDate ?? null,
      };
    },
  };
  const em = database.fork();
  const { id } = await stockRepository.upsertFacts(em, apple, now);
  const context = (): Omit<FetchContext, 'signal'> => ({
    em: database.fork(),
    database,
    marketData,
    clock: () => now,
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    observer: silentObserver,
    report: async () => {},
  });
  return {
    database,
    apple,
    requesters,
    preferredSources,
    stock: () => database.fork().findOneOrFail(Stock, { id }),
    bars: () => priceBarRepository.listDaily(database.fork(), id),
    splits: () => stockActionRepository.listSplits(database.fork(), id),
    dividends: () => stockActionRepository.listDividends(database.fork(), id),
    async fetch(history: Sent, signal = new AbortController().signal, userId?: string): Promise<Stock> {
      sent = history;
      const ctx = { ...context(), signal, userId };
      return fetchHistory(ctx, await ctx.em.findOneOrFail(Stock, { id }));
    },
  };
}

describe('restated history', () => {
  const days = daysFrom2020(1500);

  it.each([
    ['days have invalid prices', days.toSpliced(700, 1), [days[700] ?? ''], 1],
    ['days are missing', days.toSpliced(700, 3), [], 3],
    ['it begins later', days.slice(3), [], 3],
    ['it ends earlier', days.slice(0, -1), [], 1],
  ])('rejects a restated history and keeps all bars when %s', async (_, dates, rejectedDates, missing) => {
    const { stock, bars, fetch } = await withProvider();
    await fetch({ dates: days });
    const message = `The history that came for "AAPL" lacks ${missing} of the 1,500 days that are kept`;
    await expect(fetch({ dates, rejectedDates, splits, close: 5 })).rejects.toMatchObject({
      kind: 'bad_data',
      message,
    });
    expect((await bars()).map(({ date, close }) => [date, close])).toEqual(days.map((date) => [date, 10]));
    expect(await stock()).toMatchObject({ lastError: message, isActive: true });
  });

  it('accepts a restated history that lacks one stored day in a thousand, and days that were never stored', async () => {
    const { bars, fetch } = await withProvider();
    await fetch({ dates: days.toSpliced(700, 1), rejectedDates: [days[700] ?? ''] });
    const dates = days.toSpliced(700, 3);
    const { rejectedBars } = await fetch({ dates, rejectedDates: [days[700] ?? ''], splits, close: 5 });
    expect((await bars()).map(({ date, close }) => [date, close])).toEqual(dates.map((date) => [date, 5]));
    expect(rejectedBars).toBe(1);
  });

  it('replaces bars of another source by fewer bars, but not by none', async () => {
    const { stock, bars, fetch } = await withProvider();
    await fetch({ dates: days, source: 'simulated' });
    await expect(fetch({ dates: [] })).rejects.toMatchObject({
      kind: 'bad_data',
      message: 'No price history was found for "AAPL"',
    });
    expect(await bars()).toHaveLength(1500);
    await fetch({ dates: days.slice(0, 100) });
    expect(await stock()).toMatchObject({ barCount: 100, dataSource: 'yahoo' });
  });

  it('rejects simulated bars when the stored bars are real', async () => {
    const { stock, fetch } = await withProvider();
    await fetch({ dates: days });
    const message = 'Only simulated prices are to be had at present, and those never replace real ones';
    await expect(fetch({ dates: days, source: 'simulated' })).rejects.toMatchObject({ message });
    expect(await stock()).toMatchObject({ dataSource: 'yahoo', lastError: message });
  });
});

describe('a change of the source', () => {
  const days = daysFrom2020(200);

  it('replaces the whole history, its splits and dividends, and is stored with its time', async () => {
    const { bars, splits, dividends, fetch } = await withProvider();
    const first = await fetch({
      dates: days,
      splits: [{ date: days[50] ?? '', numerator: 2, denominator: 1 }],
      dividends: [{ date: days[60] ?? '', amount: 1, currency: 'USD' }],
    });
    expect(first).toMatchObject({ dataSource: 'yahoo', previousDataSource: null, dataSourceSince: null });
    const changed = await fetch({ dates: days.slice(10), close: 11, source: 'tiingo' });
    expect(changed).toMatchObject({
      dataSource: 'tiingo',
      previousDataSource: 'yahoo',
      dataSourceSince: now,
      lastError: null,
    });
    expect((await bars()).map(({ date, close }) => [date, close])).toEqual(
      days.slice(10).map((date) => [date, 11]),
    );
    expect([await splits(), await dividends()]).toEqual([[], []]);
    const unchanged = await fetch({ dates: days.slice(10), close: 11, source: 'tiingo' });
    expect(unchanged).toMatchObject({ previousDataSource: 'yahoo', barsRevision: changed.barsRevision });
  });

  it('prefers the stored source in a scheduled refresh, and none in a refresh by a user', async () => {
    const { preferredSources, fetch } = await withProvider();
    await fetch({ dates: days, source: 'tiingo' });
    await fetch({ dates: days, source: 'tiingo' });
    await fetch({ dates: days, source: 'tiingo' }, undefined, 'a user');
    expect(preferredSources).toEqual([null, 'tiingo', null]);
  });

  it('takes the whole history from the source of the update', async () => {
    const { preferredSources, fetch } = await withProvider();
    await fetch({ dates: days });
    await fetch({ dates: days, source: 'tiingo' });
    expect(preferredSources).toEqual([null, 'yahoo', 'tiingo']);
  });

  it('does not happen when the keyed source has less than half of the stored days', async () => {
    const { bars, stock, fetch } = await withProvider();
    await fetch({ dates: days });
    const message =
      'The other source has only 99 of the 200 stored days of "AAPL", so it does not replace them';
    await expect(fetch({ dates: days.slice(101), source: 'eodhd' })).rejects.toMatchObject({ message });
    expect(await bars()).toHaveLength(200);
    expect(await stock()).toMatchObject({ dataSource: 'yahoo', lastError: message });
    await fetch({ dates: days.slice(100), source: 'eodhd' });
    expect(await bars()).toHaveLength(100);
  });
});

describe('splits and dividends', () => {
  const days = daysFrom2020(200);
  const dividend = (row: number, amount: number) => ({ date: days[row] ?? '', amount, currency: 'USD' });
  const stored = ({ date, ...rest }: ReturnType<typeof dividend>) => ({ exDate: date, ...rest });

  it('stores them with the bars; an update replaces those of its days only', async () => {
    const { fetch, dividends } = await withProvider();
    const first = await fetch({ dates: days, dividends: [dividend(20, 1), dividend(190, 1)] });
    expect(await dividends()).toEqual([stored(dividend(20, 1)), stored(dividend(190, 1))]);
    const unchanged = await fetch({ dates: days, dividends: [dividend(20, 1), dividend(190, 1)] });
    expect(unchanged.barsRevision).toBe(first.barsRevision);
    const changed = await fetch({ dates: days, dividends: [dividend(20, 9), dividend(195, 2)] });
    expect(await dividends()).toEqual([stored(dividend(20, 1)), stored(dividend(195, 2))]);
    expect(changed.barsRevision).toBe(first.barsRevision + 1);
  });

  it('replaces all of them with a restated history, and reads the whole history once for a new split', async () => {
    const { fetch, dividends, splits: storedSplits, requesters } = await withProvider();
    const split = { date: days[195] ?? '', numerator: 2, denominator: 1 };
    await fetch({ dates: days, dividends: [dividend(20, 1)] });
    const halved = { dates: days, close: 5, splits: [split], dividends: [dividend(20, 0.5)] };
    await fetch(halved);
    expect(await dividends()).toEqual([stored(dividend(20, 0.5))]);
    expect(await storedSplits()).toEqual([{ exDate: days[195], numerator: 2, denominator: 1 }]);
    const calls = requesters.length;
    await fetch(halved);
    expect(requesters.length).toBe(calls + 1);
  });
});

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
