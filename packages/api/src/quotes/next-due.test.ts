import { describe, expect, it } from 'vitest';
import { nextDue, nextMark } from './next-due.ts';

/** Hours of New York in winter are five behind UTC; November 20, 2026 is a Friday. */
const friday = (utcTime: string) => new Date(`2026-11-20T${utcTime}Z`);

const quote = {
  symbol: 'AAPL',
  timezone: 'America/New_York',
  marketState: 'closed',
  time: new Date('2026-11-19T21:00:00Z'),
  delayMinutes: 0,
} as const;

const dueAfter = (changes: Partial<Parameters<typeof nextDue>[0]>, now: Date) =>
  nextDue({ ...quote, ...changes }, now, 60, 7).toISOString();

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

  it('costs nine calls on a holiday', () => {
    let [now, calls] = [friday('14:30:00'), 0];
    while (now < friday('23:59:59')) {
      calls += 1;
      now = nextDue(quote, now, 60, 7);
    }
    expect(calls).toBe(9);
    expect(now.toISOString()).toBe('2026-11-23T14:30:00.000Z');
  });

  it('returns the next mark after the close until the last trade is that of the close, for 5 minutes and the delay', () => {
    const late = { time: friday('20:50:00'), delayMinutes: 15 };
    expect(dueAfter(late, friday('21:10:08'))).toBe('2026-11-20T21:11:07.000Z');
    expect(dueAfter(late, friday('21:20:00'))).toBe('2026-11-23T14:45:00.000Z');
    expect(dueAfter({ ...late, time: friday('21:00:00') }, friday('21:10:08'))).toBe(
      '2026-11-23T14:45:00.000Z',
    );
  });

  it('returns the opening of currencies on Sunday', () => {
    const pair = { symbol: 'EURUSD=X', timezone: 'Europe/London', time: friday('22:00:00') };
    expect(dueAfter(pair, friday('22:10:00'))).toBe('2026-11-22T22:00:00.000Z');
  });
});
