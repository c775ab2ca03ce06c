import { tradingHours } from '@stockbook/market-data';
import { describe, expect, it } from 'vitest';
import { nextDue, nextMark } from './next-due.ts';

/** Hours of New York in winter are five behind UTC; November 20, 2026 is a Friday. */
const friday = (utcTime: string) => new Date(`2026-11-20T${utcTime}Z`);

type Fetched = Parameters<typeof nextDue>[0];

const quote: Fetched = {
  marketState: 'closed',
  time: new Date('2026-11-19T21:00:00Z'),
  delayMinutes: 0,
};

const newYork = tradingHours('AAPL', 'America/New_York');

const dueAfter = (changes: Partial<Fetched>, now: Date, hours = newYork) =>
  nextDue({ ...quote, ...changes }, hours, now, nextMark(now, 60, 7)).toISOString();

it('counts the marks of an interval from midnight in UTC plus the phase', () => {
  expect(nextMark(friday('15:00:06'), 300, 7)).toEqual(friday('15:00:07'));
  expect(nextMark(friday('15:00:07'), 300, 7)).toEqual(friday('15:05:07'));
});

describe('nextDue', () => {
  it('returns the next mark while the market is open', () => {
    expect(dueAfter({ marketState: 'open' }, friday('15:00:08'))).toBe('2026-11-20T15:01:07.000Z');
  });

  it('adds 5 minutes before and after hours, but not past the opening', () => {
    expect(dueAfter({ marketState: 'post' }, friday('22:00:08'))).toBe('2026-11-20T22:05:08.000Z');
    expect(dueAfter({ marketState: 'pre' }, friday('14:00:08'))).toBe('2026-11-20T14:05:08.000Z');
    expect(dueAfter({ marketState: 'pre' }, friday('14:27:08'))).toBe('2026-11-20T14:30:00.000Z');
  });

  it('returns the opening of the next weekday plus the delay when the market is closed', () => {
    const closed = { time: friday('21:00:00'), delayMinutes: 15 };
    expect(dueAfter(closed, friday('23:00:00'))).toBe('2026-11-23T14:45:00.000Z');
    expect(dueAfter(closed, new Date('2026-11-22T12:00:00Z'))).toBe('2026-11-23T14:45:00.000Z');
  });

  it('returns the opening that the source has named before', () => {
    const learned = tradingHours('AAPL', 'America/New_York', { opens: '09:45', weekendDays: [] });
    expect(dueAfter({}, friday('12:00:00'), learned)).toBe('2026-11-20T14:45:00.000Z');
  });

  it('costs nine calls on a holiday', () => {
    let [now, calls] = [friday('14:30:00'), 0];
    while (now < friday('23:59:59')) {
      calls += 1;
      now = new Date(dueAfter({}, now));
    }
    expect(calls).toBe(9);
    expect(now.toISOString()).toBe('2026-11-23T14:30:00.000Z');
  });

  it.each(['closed', 'post'] as const)(
    'returns the next mark in the state %s until the last trade is that of the close, for 5 minutes and the delay',
    (marketState) => {
      const after = (time: Date, now: Date) => dueAfter({ marketState, time, delayMinutes: 15 }, now);
      const later = (now: string) =>
        marketState === 'closed' ? '2026-11-23T14:45:00.000Z' : `2026-11-20T${now}.000Z`;
      expect(after(friday('20:50:00'), friday('21:10:08'))).toBe('2026-11-20T21:11:07.000Z');
      expect(after(friday('20:50:00'), friday('21:20:00'))).toBe(later('21:25:00'));
      expect(after(friday('21:00:00'), friday('21:10:08'))).toBe(later('21:15:08'));
    },
  );

  it('returns the next mark until the closing auction of London has come, 20 minutes after the close at most', () => {
    const london = tradingHours('OCDO.L', 'Europe/London');
    const after = (time: string, now: string, marketState: Fetched['marketState'] = 'closed') =>
      dueAfter({ marketState, time: friday(time), delayMinutes: 15 }, friday(now), london);
    const monday = '2026-11-23T08:15:00.000Z';
    expect(after('16:29:55', '16:49:08')).toBe('2026-11-20T16:50:07.000Z');
    expect(after('16:29:55', '16:50:08')).toBe(monday);
    expect(after('16:35:19', '16:49:08')).toBe(monday);
    // While the source names a time after hours, the auction may be published later.
    expect(after('16:29:55', '16:50:08', 'post')).toBe('2026-11-20T16:55:08.000Z');
  });

  it('waits for the last trade up to 25 minutes when the delay is unknown', () => {
    const unknown = { time: friday('20:50:00'), delayMinutes: null };
    expect(dueAfter(unknown, friday('21:24:59'))).toBe('2026-11-20T21:25:07.000Z');
    expect(dueAfter(unknown, friday('21:25:00'))).toBe('2026-11-23T14:30:00.000Z');
  });

  it('returns the end of the lunch pause after trades of the morning, and none on a holiday', () => {
    const tokyo = tradingHours('7203.T', 'Asia/Tokyo');
    expect(dueAfter({ time: friday('02:30:00') }, friday('02:31:00'), tokyo)).toBe(
      '2026-11-20T03:30:00.000Z',
    );
    const late = { time: friday('02:20:00'), delayMinutes: 15 };
    expect(dueAfter(late, friday('02:49:59'), tokyo)).toBe('2026-11-20T02:50:07.000Z');
    expect(dueAfter(late, friday('02:50:00'), tokyo)).toBe('2026-11-20T03:45:00.000Z');
    const yesterday = { time: new Date('2026-11-19T06:30:00Z') };
    expect(dueAfter(yesterday, friday('02:31:00'), tokyo)).toBe('2026-11-23T00:00:00.000Z');
  });

  it('returns the opening of currencies on Sunday', () => {
    const pair = tradingHours('EURUSD=X', 'Europe/London');
    const due = (now: Date) => dueAfter({ time: friday('22:00:00') }, now, pair);
    expect(due(friday('22:10:00'))).toBe('2026-11-22T22:00:00.000Z');
    expect(due(new Date('2026-11-22T22:00:00Z'))).toBe('2026-11-22T22:15:00.000Z');
    expect(due(new Date('2026-11-23T12:00:00Z'))).toBe('2026-11-24T00:00:00.000Z');
  });

  it('returns an opening at the weekend of instruments that trade then', () => {
    const hours = (symbol: string, timezone: string, weekendDays: number[]) =>
      tradingHours(symbol, timezone, { opens: null, weekendDays });
    const saturday = new Date('2026-11-21T08:00:00Z');
    expect(dueAfter({}, saturday, hours('BTC-USD', 'UTC', [6, 7]))).toBe('2026-11-22T00:00:00.000Z');
    expect(dueAfter({}, saturday, hours('2222.SR', 'Asia/Riyadh', []))).toBe('2026-11-22T07:00:00.000Z');
    expect(dueAfter({}, saturday, hours('COMI.CA', 'Africa/Cairo', [7]))).toBe('2026-11-22T07:00:00.000Z');
  });
});
