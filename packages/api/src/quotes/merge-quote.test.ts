import type { QuoteRow } from '@stockbook/db';
import type { SourceQuote } from '@stockbook/market-data';
import { describe, expect, it } from 'vitest';
import { type MergeFacts, mayReplace, mergeQuote } from './merge-quote.ts';

/** A Friday, after the close of New York. */
const time = new Date('2026-11-20T21:00:00Z');
const fetchedAt = new Date('2026-11-20T21:10:00Z');
const sessionDate = '2026-11-20';

const row: QuoteRow = {
  stockId: 1,
  symbol: 'AAPL',
  timezone: 'America/New_York',
  opens: '09:30',
  weekendDays: [],
  dataSource: 'yahoo',
  stockCurrency: 'USD',
  refreshDueAt: new Date('2026-11-20T21:05:00Z'),
  dataEndDate: '2026-11-19',
  lastClose: 100,
  source: null,
  sourceName: null,
  currency: null,
  price: null,
  time: null,
  previousClose: null,
  open: null,
  high: null,
  low: null,
  volume: null,
  sessionDate: null,
  marketState: null,
  extendedKind: null,
  extendedPrice: null,
  extendedTime: null,
  delayMinutes: null,
  delayFrom: null,
  isRebased: false,
  fetchedAt: null,
  problem: null,
  failures: 0,
  dueAt: null,
  refreshedFor: null,
};

const quote: SourceQuote = {
  symbol: 'AAPL',
  currency: 'USD',
  price: 102,
  time,
  previousClose: 100,
  open: 101,
  high: 103,
  low: 99,
  volume: 1_000,
  marketState: 'closed',
  extended: null,
  delayMinutes: 0,
  sourceName: null,
  timezone: 'America/New_York',
};

const facts: MergeFacts = {
  source: 'yahoo',
  fetchedAt,
  dueAt: fetchedAt,
  intervalS: 60,
  measuredDelay: null,
  storedClose: { date: '2026-11-19', close: 100 },
};

const rolled: SourceQuote = { ...quote, previousClose: quote.price };

describe('the previous close of a quote', () => {
  it('keeps that of the quote before when the source has rolled it over after the close', () => {
    const before = { ...row, sessionDate, previousClose: 98 };
    expect(mergeQuote(before, rolled, facts).stored.previousClose).toBe(98);
  });

  it('takes the stored close when it was rolled over and no quote of the session exists', () => {
    const before = { ...row, sessionDate: '2026-11-19', previousClose: 98 };
    expect(mergeQuote(before, rolled, facts).stored.previousClose).toBe(100);
  });

  it('returns null when it was rolled over and no close is stored', () => {
    expect(mergeQuote(row, rolled, { ...facts, storedClose: null }).stored.previousClose).toBeNull();
  });

  it('returns the price after a day that ended unchanged, and in an open market', () => {
    const before = { ...row, sessionDate, previousClose: rolled.price };
    expect(mergeQuote(before, rolled, facts).stored.previousClose).toBe(rolled.price);
    expect(mergeQuote(row, { ...rolled, marketState: 'open' }, facts).stored.previousClose).toBe(
      rolled.price,
    );
  });

  it('returns null when the price moved by more than half', () => {
    expect(mergeQuote(row, { ...quote, price: 49 }, facts).stored.previousClose).toBeNull();
    expect(mergeQuote(row, { ...quote, price: 51 }, facts).stored.previousClose).toBe(100);
  });
});

describe('bars that do not fit a quote', () => {
  const split: SourceQuote = { ...quote, price: 51, previousClose: 50 };

  it('waits for one refresh after a split of the day', () => {
    const first = mergeQuote(row, split, facts);
    expect(first).toMatchObject({ needsRefresh: true, isWaiting: true });
    expect(first.stored).toMatchObject({ isRebased: true, previousClose: 50, refreshedFor: sessionDate });
    const next = mergeQuote({ ...row, refreshedFor: sessionDate }, split, facts);
    expect(next).toMatchObject({ needsRefresh: false, isWaiting: true, stored: { isRebased: true } });
  });

  it('takes a difference that remains after the refresh for no split', () => {
    const before = {
      ...row,
      refreshedFor: sessionDate,
      refreshDueAt: new Date(fetchedAt.getTime() + 60_000),
    };
    const merged = mergeQuote(before, split, facts);
    expect(merged).toMatchObject({ needsRefresh: false, isWaiting: false, stored: { isRebased: false } });
  });

  it.each([
    ['a dividend', 97, '2026-11-19', false],
    ['a split of 21:20', 105, '2026-11-19', true],
    ['a ratio of no whole numbers up to 100', 0.7, '2026-11-19', false],
    ['a stored close of eight days before', 50, '2026-11-12', false],
  ])('judges %s', (_, previousClose, date, isRebased) => {
    const merged = mergeQuote(
      row,
      { ...quote, price: 1.01 * previousClose, previousClose },
      {
        ...facts,
        storedClose: { date, close: 100 },
      },
    );
    expect(merged.stored.isRebased).toBe(isRebased);
  });

  it('waits for a refresh when the last bar is older than the previous session', () => {
    const behind = { ...facts, storedClose: { date: '2026-11-18', close: 100 } };
    const merged = mergeQuote(row, quote, behind);
    expect(merged).toMatchObject({ needsRefresh: true, isWaiting: true, stored: { isRebased: false } });
  });

  it('takes the close of Friday for the previous session of Monday', () => {
    const monday = { ...quote, time: new Date('2026-11-23T21:00:00Z') };
    const merged = mergeQuote(row, monday, { ...facts, storedClose: { date: sessionDate, close: 100 } });
    expect(merged).toMatchObject({ needsRefresh: false, isWaiting: false });
  });

  it.each([
    ['BTC-USD', 'UTC', [6, 7], '2026-11-23T15:00:00Z', '2026-11-22', '2026-11-20'],
    ['2222.SR', 'Asia/Riyadh', [7], '2026-11-22T08:00:00Z', '2026-11-19', '2026-11-18'],
  ])(
    'takes the day of trading before for the previous session of %s',
    (symbol, timezone, weekendDays, at, fresh, old) => {
      const before = { ...row, symbol, timezone, weekendDays };
      const weekend = { ...quote, symbol, timezone, time: new Date(at) };
      const needsRefresh = (date: string) =>
        mergeQuote(before, weekend, { ...facts, storedClose: { date, close: 100 } }).needsRefresh;
      expect([needsRefresh(fresh), needsRefresh(old)]).toEqual([false, true]);
    },
  );
});

it.each([
  [15, 10, 15, 'source'],
  [null, 10, 10, 'measured'],
  [null, null, null, null],
] as const)(
  'has the delay of the source (%s) before the measured one (%s)',
  (stated, measured, minutes, from) => {
    const { stored } = mergeQuote(
      row,
      { ...quote, delayMinutes: stated },
      { ...facts, measuredDelay: measured },
    );
    expect(stored).toMatchObject({ delayMinutes: minutes, delayFrom: from });
  },
);

describe('a quote that is older than the stored one', () => {
  const later = new Date(time.getTime() + 1_000);

  it('does not replace one of the same source', () => {
    const before = { ...row, source: 'yahoo', fetchedAt } as const;
    expect(mayReplace({ ...before, time: later }, quote, facts)).toBe(false);
    expect(mayReplace({ ...before, time }, quote, facts)).toBe(true);
  });

  it('replaces one of another source that was fetched three intervals before', () => {
    const before = (seconds: number) =>
      ({
        ...row,
        source: 'tiingo',
        time: later,
        fetchedAt: new Date(fetchedAt.getTime() - seconds * 1000),
      }) as const;
    expect(mayReplace(before(179), quote, facts)).toBe(false);
    expect(mayReplace(before(180), quote, facts)).toBe(true);
  });
});
