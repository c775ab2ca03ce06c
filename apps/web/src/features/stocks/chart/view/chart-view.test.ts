import { expect, it } from 'vitest';
import { chartView, olderStart, readChartSearch, startingAt, toggleCompared } from './chart-view.ts';

it('reads a view from the address', () => {
  const search = readChartSearch({
    from: '2024-01-02',
    to: '2024-06-28',
    range: '3M',
    interval: 'weekly',
    scale: 'log',
  });
  expect(chartView(search, '2026-11-20')).toEqual({
    range: null,
    start: '2024-01-02',
    end: '2024-06-28',
    interval: 'weekly',
    scale: 'log',
    compared: [],
    label: '2024-01-02-2024-06-28',
  });
});

it('ignores what is invalid', () => {
  const search = readChartSearch({
    range: '7D',
    from: '2024-02-02',
    to: '2024-01-01',
    interval: 'hourly',
    scale: 'linear',
    compare: '<script>,',
    date: '2024-99-99',
  });
  expect(Object.values(search).filter((value) => value !== undefined)).toEqual([]);
  expect(chartView(search, '2026-11-20')).toMatchObject({
    range: '1Y',
    start: '2025-11-20',
    scale: 'linear',
  });
});

it('compares at most five symbols, in per cent', () => {
  const search = readChartSearch({ compare: 'msft,NVDA,msft,A,B,C,D', scale: 'log' });
  expect(search.compare).toBe('MSFT,NVDA,A,B,C');
  expect(chartView(search, null)).toMatchObject({
    scale: 'percent',
    compared: ['MSFT', 'NVDA', 'A', 'B', 'C'],
  });
  expect(readChartSearch({ compare: 7203 }).compare).toBe('7203');
});

it('adds a compared symbol or removes it, up to five', () => {
  expect(toggleCompared({}, 'MSFT')).toEqual({ compare: 'MSFT' });
  expect(toggleCompared({ compare: 'MSFT,NVDA' }, 'MSFT')).toEqual({ compare: 'NVDA' });
  expect(toggleCompared({ compare: 'MSFT' }, 'MSFT')).toEqual({ compare: undefined });
  expect(toggleCompared({ compare: 'A,B,C,D,E' }, 'F')).toEqual({ compare: 'A,B,C,D,E' });
});

it('has weekly or monthly bars in long ranges if they follow the range, unless others are chosen', () => {
  const intervalOf = (search: Parameters<typeof chartView>[0], isFollowing = true) =>
    chartView(search, '2026-11-20', isFollowing).interval;
  expect(intervalOf({ range: 'ALL' }, false)).toBe('daily');
  expect(intervalOf({ range: 'ALL' })).toBe('monthly');
  expect(intervalOf({ range: '5Y' })).toBe('weekly');
  expect(intervalOf({})).toBe('daily');
  expect(intervalOf({ from: '2020-01-02', to: '2026-01-02' })).toBe('weekly');
  expect(intervalOf({ range: 'ALL', interval: 'daily' })).toBe('daily');
});

it('reaches back twice as far for older bars, at least a year, and not beyond the first bar', () => {
  const startOf = (range: '1M' | '5Y', first: string | null) =>
    olderStart(chartView({ range }, '2026-11-20'), first);
  expect(startOf('1M', '1990-01-02')).toBe('2025-10-19');
  expect(startOf('5Y', '1990-01-02')).toBe('2016-11-20');
  expect(startOf('5Y', '2020-03-02')).toBe('2020-03-02');
});

it('names a view with older bars by its dates', () => {
  expect(startingAt(chartView({ range: '1Y' }, '2026-11-20'), '2024-11-20')).toMatchObject({
    range: '1Y',
    start: '2024-11-20',
    label: '2024-11-20-2026-11-20',
  });
});
