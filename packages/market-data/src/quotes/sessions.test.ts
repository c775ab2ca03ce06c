import { describe, expect, it } from 'vitest';
import { isOpenAt, nextOpening, sessionOn, tradingHours } from './sessions.ts';

const at = (text: string) => Date.parse(text);

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
  ])('knows that the market of %s in %s is open from %s to %s', (symbol, timezone, opens, closes) => {
    expect(tradingHours(symbol, timezone)).toMatchObject({ timezone, opens, closes });
  });

  it('takes the hours of the time zone for an exchange that is not listed', () => {
    expect(tradingHours('XYZ.ZZ', 'Europe/Paris')).toMatchObject({ opens: '09:00', closes: '17:30' });
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
    expect(new Date(next).toISOString()).toBe(opening);
  });
});
