import { describe, expect, it } from 'vitest';
import {
  isOpenAt,
  isWeekendAt,
  lastOpening,
  lunchAt,
  nextOpening,
  sessionOn,
  tradingDayBefore,
  tradingHours,
} from './sessions.ts';

const at = (text: string) => Date.parse(text);
const textOf = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

const bitcoin = tradingHours('BTC-USD', 'UTC', { opens: '00:00', weekendDays: [6, 7] });
const aramco = tradingHours('2222.SR', 'Asia/Riyadh', { opens: '10:00', weekendDays: [7] });
const cairo = tradingHours('COMI.CA', 'Africa/Cairo', { opens: '10:00', weekendDays: [7] });

describe('trading hours', () => {
  // Regular trading periods that Yahoo's charts have named for these symbols.
  it.each([
    ['AAPL', 'America/New_York', '09:30', '16:00'],
    ['^VXAPL', 'America/New_York', '09:30', '16:00'],
    ['SHOP.TO', 'America/Toronto', '09:30', '16:00'],
    ['MUV2.DE', 'Europe/Berlin', '09:00', '17:30'],
    ['UNIR.MI', 'Europe/Rome', '09:00', '17:30'],
    ['OCDO.L', 'Europe/London', '08:00', '16:30'],
    ['ORSTED.CO', 'Europe/Copenhagen', '09:00', '17:00'],
    ['AZT.OL', 'Europe/Oslo', '09:00', '16:20'],
    ['1301.T', 'Asia/Tokyo', '09:00', '15:30'],
    ['0700.HK', 'Asia/Hong_Kong', '09:30', '16:10'],
    ['^NSEI', 'Asia/Kolkata', '09:15', '15:30'],
    ['FPT.VN', 'Asia/Bangkok', '09:00', '15:00'],
    ['APS.AX', 'Australia/Sydney', '10:00', '16:12'],
    ['2222.SR', 'Asia/Riyadh', '10:00', '15:20'],
  ])('knows that the market of %s in %s is open from %s to %s', (symbol, timezone, opens, closes) => {
    expect(tradingHours(symbol, timezone)).toMatchObject({ timezone, opens, closes });
  });

  it('takes the hours of the time zone for an exchange that is not listed', () => {
    expect(tradingHours('XYZ.ZZ', 'Europe/Paris')).toMatchObject({ opens: '09:00', closes: '17:30' });
  });

  it('takes the opening that the source has named before that of the table', () => {
    const learned = (opens: string) => tradingHours('XYZ.ZZ', 'Europe/Paris', { opens, weekendDays: [] });
    expect(learned('10:15')).toMatchObject({ opens: '10:15', closes: '17:30' });
    expect(learned('18:00')).toMatchObject({ opens: '09:00', closes: '17:30' });
  });

  it('follows daylight saving time', () => {
    const hours = tradingHours('AAPL', 'America/New_York');
    expect(sessionOn(hours, '2026-10-30').opensAt).toBe(at('2026-10-30T13:30:00Z'));
    expect(sessionOn(hours, '2026-11-02').opensAt).toBe(at('2026-11-02T14:30:00Z'));
  });

  it.each([
    ['AAPL', '2026-11-20T14:29:59Z', false],
    ['AAPL', '2026-11-20T14:30:00Z', true],
    ['AAPL', '2026-11-20T21:00:00Z', false],
    ['AAPL', '2026-11-21T15:00:00Z', false],
    ['EURUSD=X', '2026-11-20T21:59:00Z', true],
    ['EURUSD=X', '2026-11-20T22:00:00Z', false],
    ['EURUSD=X', '2026-11-22T21:59:00Z', false],
    ['EURUSD=X', '2026-11-22T22:00:00Z', true],
  ])('decides whether the market of %s is open at %s: %s', (symbol, instant, isOpen) => {
    const timezone = symbol === 'AAPL' ? 'America/New_York' : 'Europe/London';
    expect(isOpenAt(tradingHours(symbol, timezone), at(instant))).toBe(isOpen);
  });

  it.each([
    ['AAPL', '2026-11-20T12:00:00Z', '2026-11-20T14:30:00.000Z'],
    ['AAPL', '2026-11-20T21:00:00Z', '2026-11-23T14:30:00.000Z'],
    ['EURUSD=X', '2026-11-21T12:00:00Z', '2026-11-22T22:00:00.000Z'],
  ])('names the next opening of %s after %s', (symbol, instant, opening) => {
    const timezone = symbol === 'AAPL' ? 'America/New_York' : 'Europe/London';
    const next = nextOpening(tradingHours(symbol, timezone), at(instant));
    expect(textOf(next)).toBe(opening);
  });

  it.each([
    ['a cryptocurrency', bitcoin, '2026-11-21T12:00:00Z', true, '2026-11-22T00:00:00.000Z'],
    ['Riyadh on Sunday', aramco, '2026-11-22T08:00:00Z', true, '2026-11-23T07:00:00.000Z'],
    ['Riyadh on Friday', aramco, '2026-11-20T08:00:00Z', false, '2026-11-22T07:00:00.000Z'],
    ['Riyadh on Saturday', aramco, '2026-11-21T08:00:00Z', false, '2026-11-22T07:00:00.000Z'],
    [
      'Cairo, which is not listed, on Sunday',
      cairo,
      '2026-11-22T09:00:00Z',
      true,
      '2026-11-23T08:00:00.000Z',
    ],
  ])('has stored days of the weekend as days of trading: %s', (_, hours, instant, isOpen, opening) => {
    expect(isOpenAt(hours, at(instant))).toBe(isOpen);
    expect(isWeekendAt(hours, at(instant))).toBe(!isOpen);
    expect(textOf(nextOpening(hours, at(instant)))).toBe(opening);
  });

  it('takes no symbol that ends like a currency for a currency pair', () => {
    const isOpen = (instant: string) => isOpenAt(bitcoin, at(instant));
    expect([isOpen('2026-11-20T23:00:00Z'), isOpen('2026-11-22T03:00:00Z')]).toEqual([true, true]);
    expect(tradingHours('BTC-USD', 'UTC').hasCurrencyWeek).toBe(false);
  });

  it.each([
    ['AAPL', 'America/New_York', '2026-11-20T14:29:00Z', '2026-11-19T14:30:00.000Z'],
    ['AAPL', 'America/New_York', '2026-11-20T14:30:00Z', '2026-11-20T14:30:00.000Z'],
    ['AAPL', 'America/New_York', '2026-11-22T15:00:00Z', null],
    ['EURUSD=X', 'Europe/London', '2026-11-22T22:30:00Z', '2026-11-22T22:00:00.000Z'],
    ['EURUSD=X', 'Europe/London', '2026-11-25T12:00:00Z', '2026-11-25T00:00:00.000Z'],
    ['USDJPY=X', 'Asia/Tokyo', '2026-11-22T22:30:00Z', '2026-11-22T22:00:00.000Z'],
  ])('names the last opening of %s in %s until %s', (symbol, timezone, instant, opening) => {
    expect(textOf(lastOpening(tradingHours(symbol, timezone), at(instant)))).toBe(opening);
  });

  it.each([
    ['2026-11-20T02:29:00Z', null],
    ['2026-11-20T02:30:00Z', '2026-11-20T03:30:00.000Z'],
    ['2026-11-20T03:30:00Z', null],
  ])('names the end of the lunch pause in Tokyo at %s, and is closed until then', (instant, end) => {
    const tokyo = tradingHours('1301.T', 'Asia/Tokyo');
    expect(textOf(lunchAt(tokyo, at(instant))?.endsAt ?? null)).toBe(end);
    expect(isOpenAt(tokyo, at(instant))).toBe(end === null);
  });

  it('names the day of trading before a date', () => {
    const before = (hours: typeof bitcoin) => tradingDayBefore(hours, '2026-11-22');
    expect([before(bitcoin), before(aramco), before(tradingHours('AAPL', 'America/New_York'))]).toEqual([
      '2026-11-21',
      '2026-11-19',
      '2026-11-20',
    ]);
  });
});
