import { expect, it } from 'vitest';
import { barsAsCsv } from './bars-as-csv.ts';

it('writes a header line and one line per bar', () => {
  const data = [{ date: '2024-01-02', open: 1.5, high: 2, low: 1, close: 1.25, volume: 1000 }];
  const bars = { symbol: 'AAPL', interval: 'daily' as const, currency: 'USD', data };
  expect(barsAsCsv(bars)).toBe('date,open,high,low,close,volume\r\n2024-01-02,1.5,2,1,1.25,1000\r\n');
  expect(barsAsCsv({ ...bars, data: [] })).toBe('date,open,high,low,close,volume\r\n');
});

it('writes is_complete when the bars are weekly or monthly', () => {
  const data = [
    { date: '2024-01-02', open: 1.5, high: 2, low: 1, close: 1.25, volume: 1000, is_complete: false },
  ];
  const csv = barsAsCsv({ symbol: 'AAPL', interval: 'weekly', currency: 'USD', data });
  expect(csv).toBe('date,open,high,low,close,volume,is_complete\r\n2024-01-02,1.5,2,1,1.25,1000,false\r\n');
});
