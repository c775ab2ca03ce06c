import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateInTimeZone, instantInTimeZone, isTimeZone } from './time-zone.ts';

const at = (iso: string) => Date.parse(iso);

describe('dateInTimeZone', () => {
  it.each([
    ['2024-01-02T00:30:00Z', 'UTC', '2024-01-02'],
    ['2024-01-02T04:59:59Z', 'America/New_York', '2024-01-01'],
    ['2024-01-02T05:00:00Z', 'America/New_York', '2024-01-02'],
    ['2024-07-02T03:59:59Z', 'America/New_York', '2024-07-01'],
    ['2024-07-02T04:00:00Z', 'America/New_York', '2024-07-02'],
    ['2024-01-01T15:00:00Z', 'Asia/Tokyo', '2024-01-02'],
    ['2024-01-01T18:29:00Z', 'Asia/Kolkata', '2024-01-01'],
    ['2024-01-01T18:30:00Z', 'Asia/Kolkata', '2024-01-02'],
    // Daylight saving time began at 07:00 UTC that day.
    ['2024-03-10T04:59:00Z', 'America/New_York', '2024-03-09'],
    ['2024-03-11T03:59:00Z', 'America/New_York', '2024-03-10'],
    ['2024-03-11T04:00:00Z', 'America/New_York', '2024-03-11'],
  ])('converts %s in %s to %s', (instant, timeZone, date) => {
    expect(dateInTimeZone(at(instant), timeZone)).toBe(date);
  });
});

describe('instantInTimeZone', () => {
  it.each([
    ['2024-01-02', '09:30', 'America/New_York', '2024-01-02T14:30:00Z'],
    ['2024-07-02', '09:30', 'America/New_York', '2024-07-02T13:30:00Z'],
    ['2024-03-11', '00:30', 'America/New_York', '2024-03-11T04:30:00Z'],
    ['2024-01-02', '09:00', 'Asia/Tokyo', '2024-01-02T00:00:00Z'],
    ['2024-01-02', '08:00', 'Australia/Sydney', '2024-01-01T21:00:00Z'],
  ])('converts %s %s in %s to %s', (date, time, timeZone, instant) => {
    expect(instantInTimeZone(date, time, timeZone)).toBe(at(instant));
  });

  it('returns an instant that dateInTimeZone converts back', () => {
    const zone = fc.constantFrom(
      'America/New_York',
      'Europe/London',
      'Asia/Tokyo',
      'Australia/Sydney',
      'Asia/Kolkata',
    );
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, day, (timeZone, date) => {
        const text = date.toISOString().slice(0, 10);
        expect(dateInTimeZone(instantInTimeZone(text, '09:30', timeZone), timeZone)).toBe(text);
      }),
    );
  });
});

describe('isTimeZone', () => {
  it('accepts only names of the IANA database', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(isTimeZone('')).toBe(false);
  });
});
