import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanBars, type RawBar } from './clean-bars.ts';

const good: RawBar = {
  date: '2024-01-02',
  open: 10,
  high: 12,
  low: 9,
  close: 11,
  volume: 5,
  label: 'line 2',
};

describe('cleanBars', () => {
  it('keeps a valid bar unchanged', () => {
    expect(cleanBars([good])).toEqual({
      bars: { date: ['2024-01-02'], open: [10], high: [12], low: [9], close: [11], volume: [5] },
      rejectedDates: [],
      rejectionNotes: [],
    });
  });

  it.each<[Partial<RawBar>, string]>([
    [{ open: null }, 'the open is missing'],
    [{ high: undefined }, 'the high is missing'],
    [{ low: 'abc' }, 'the low is not a number'],
    [{ close: Number.NaN }, 'the close is not a number'],
    [{ high: Number.POSITIVE_INFINITY }, 'the high is not a number'],
    [{ low: 0 }, 'the low is not above zero'],
    [{ close: -1 }, 'the close is not above zero'],
    [{ low: 1e-16 }, 'the low is too small'],
    [{ high: 1e16 }, 'the high is too large'],
    [{ high: 9, low: 12 }, 'the high is below the low'],
    [{ open: 12.2 }, 'the open lies outside of low and high'],
    [{ close: 8.8 }, 'the close lies outside of low and high'],
    [{ volume: -1 }, 'the volume is negative'],
    [{ volume: 1e19 }, 'the volume is too large'],
    [{ volume: '5' }, 'the volume is not a number'],
    [{ volume: Number.NaN }, 'the volume is not a number'],
    [{ problem: 'the date is odd' }, 'the date is odd'],
  ])('rejects a bar with %j: %s', (change, problem) => {
    expect(cleanBars([{ ...good, ...change }])).toEqual({
      bars: { date: [], open: [], high: [], low: [], close: [], volume: [] },
      rejectedDates: ['2024-01-02'],
      rejectionNotes: [`line 2: ${problem}.`],
    });
  });

  it.each([null, undefined])('reads the volume %s as 0', (volume) => {
    expect(cleanBars([{ ...good, volume }]).bars.volume).toEqual([0]);
  });

  it('accepts open and close outside of low and high by a rounding error', () => {
    expect(cleanBars([{ ...good, open: 12.01, close: 8.95 }]).rejectedDates).toEqual([]);
  });

  it('sorts by date and keeps the last valid bar of a day', () => {
    const { bars } = cleanBars([
      { ...good, date: '2024-01-05', close: 10 },
      { ...good, date: '2024-01-03', close: 11 },
      { ...good, date: '2024-01-05', close: 12 },
      { ...good, date: '2024-01-05', close: null },
    ]);
    expect(bars.date).toEqual(['2024-01-03', '2024-01-05']);
    expect(bars.close).toEqual([11, 12]);
  });

  it('writes at most 20 notes but lists the dates of all rejected bars', () => {
    const { rejectedDates, rejectionNotes } = cleanBars(
      Array.from({ length: 50 }, () => ({ ...good, open: null })),
    );
    expect([rejectedDates.length, rejectionNotes.length]).toEqual([50, 20]);
  });

  it('returns valid, ascending columns of equal length for arbitrary input', () => {
    const value = fc.oneof(
      fc.double(),
      fc.double({ min: 1, max: 100, noNaN: true }),
      fc.constant(null),
      fc.string(),
      fc.constant(undefined),
    );
    const raw = fc.record({
      date: fc.constantFrom('2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'),
      open: value,
      high: value,
      low: value,
      close: value,
      volume: value,
      label: fc.constant('line 2'),
    });
    fc.assert(
      fc.property(fc.array(raw), (rows) => {
        const { bars, rejectedDates } = cleanBars(rows);
        expect(bars.date).toEqual([...new Set(bars.date)].sort());
        expect(bars.date.length + rejectedDates.length).toBeLessThanOrEqual(rows.length);
        for (const [row] of bars.date.entries()) {
          const [high = 0, low = 0, volume = -1] = [bars.high[row], bars.low[row], bars.volume[row]];
          expect(low).toBeGreaterThan(0);
          expect(high).toBeGreaterThanOrEqual(low);
          expect(volume).toBeGreaterThanOrEqual(0);
          for (const price of [bars.open[row], bars.close[row]]) {
            expect(price).toBeGreaterThanOrEqual(low * 0.99);
            expect(price).toBeLessThanOrEqual(high * 1.01);
          }
        }
      }),
    );
  });
});
