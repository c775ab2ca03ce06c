import { describe, expect, it } from 'vitest';
import { barsAsCsv, dividendFactors } from './bars.ts';
import type { Bars } from './schemas.ts';

async function csvOf(bars: Bars): Promise<string> {
  let csv = '';
  for await (const piece of barsAsCsv(bars)) csv += piece;
  return csv;
}

it('writes a header line and one line per bar', async () => {
  const data = [{ date: '2024-01-02', open: 1.5, high: 2, low: 1, close: 1.25, volume: 1000 }];
  const bars = { symbol: 'AAPL', interval: 'daily' as const, currency: 'USD', data };
  expect(await csvOf(bars)).toBe('date,open,high,low,close,volume\r\n2024-01-02,1.5,2,1,1.25,1000\r\n');
  expect(await csvOf({ ...bars, data: [] })).toBe('date,open,high,low,close,volume\r\n');
});

it('writes is_complete when the bars are weekly or monthly', async () => {
  const data = [
    { date: '2024-01-02', open: 1.5, high: 2, low: 1, close: 1.25, volume: 1000, is_complete: false },
  ];
  const csv = await csvOf({ symbol: 'AAPL', interval: 'weekly', currency: 'USD', data });
  expect(csv).toBe('date,open,high,low,close,volume,is_complete\r\n2024-01-02,1.5,2,1,1.25,1000,false\r\n');
});

describe('dividendFactors', () => {
  it('cumulates 1 - dividend / previous close backwards', () => {
    const { dates, factors } = dividendFactors([
      { exDate: '2024-02-01', amount: 1, previousClose: 100 },
      { exDate: '2024-05-01', amount: 2, previousClose: 80 },
      { exDate: '2024-08-01', amount: 3, previousClose: 60 },
    ]);
    expect(dates).toEqual(['2024-02-01', '2024-05-01', '2024-08-01']);
    const expected = [0.99 * 0.975 * 0.95, 0.975 * 0.95, 0.95, 1];
    expect(factors).toHaveLength(4);
    for (const [index, factor] of factors.entries()) expect(factor).toBeCloseTo(expected[index] ?? 0, 14);
  });

  it('ignores a dividend that is not below the previous close', () => {
    expect(
      dividendFactors([
        { exDate: '2024-02-01', amount: 50, previousClose: 50 },
        { exDate: '2024-05-01', amount: 1, previousClose: 4 },
      ]),
    ).toEqual({ dates: ['2024-05-01'], factors: [0.75, 1] });
  });

  it('returns the factor 1 without dividends', () => {
    expect(dividendFactors([])).toEqual({ dates: [], factors: [1] });
  });
});
