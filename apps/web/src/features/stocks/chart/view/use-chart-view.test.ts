import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { columnsOf } from '#testing/bar-columns.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import type { ChartRange } from './chart-range.ts';
import type { ChartView } from './chart-view.ts';
import { useChartSettings, useChartView, useSettingsOfBars } from './use-chart-view.ts';

const dates = { first: '2020-01-02', last: '2026-11-20' };

function open(load: (view: ChartView) => Promise<unknown>) {
  return renderHook(
    ({ range }: { range: ChartRange }) => {
      // One object for each range, as the router has it.
      const search = searches[range];
      return useChartView(search, dates, () => {}, load, false);
    },
    { initialProps: { range: '1Y' as ChartRange } },
  );
}

const searches = Object.fromEntries(
  (['1M', '3M', '6M', '1Y', 'ALL', 'YTD', '5Y'] as const).map((range) => [range, { range }]),
) as Record<ChartRange, { range: ChartRange }>;

it('begins earlier once older bars have loaded, until the first bar or another range', async () => {
  const load = vi.fn(async () => {});
  const { result, rerender } = open(load);
  expect(result.current.history).toMatchObject({ hasOlder: true, isExtended: false });
  const starts: unknown[] = [];
  for (let step = 0; step < 4; step += 1) {
    await act(async () => result.current.history.loadOlder());
    starts.push(result.current.view.start);
  }
  expect(starts).toEqual(['2024-11-19', '2022-11-19', '2020-01-02', '2020-01-02']);
  expect(load).toHaveBeenCalledTimes(3);
  expect(result.current.history).toMatchObject({ hasOlder: false, isExtended: true });
  expect(result.current.view.range).toBe('1Y');
  rerender({ range: '3M' });
  expect(result.current.view.start).toBe('2026-08-20');
  expect(result.current.history).toMatchObject({ hasOlder: true, isExtended: false });
});

it('leaves out the older bars when the view is reset', async () => {
  const { result } = open(async () => {});
  await act(async () => result.current.history.loadOlder());
  act(() => result.current.history.reset());
  expect(result.current.view).toMatchObject({ start: '2025-11-20', label: '1Y' });
});

it('keeps the bars, and asks for no older ones, after loading has failed', async () => {
  const load = vi.fn(() => Promise.reject(new Error('refused')));
  const { result } = open(load);
  await act(async () => result.current.history.loadOlder());
  await act(async () => result.current.history.loadOlder());
  expect(load).toHaveBeenCalledTimes(1);
  expect(result.current.view.start).toBe('2025-11-20');
  expect(result.current.history.hasOlder).toBe(false);
});

describe('the style of bars', () => {
  const close = { date: '2026-11-20', open: 98.5, high: 98.5, low: 98.5, close: 98.5, volume: 0 };

  const styleOf = (symbol: string, bars: readonly (typeof close)[]) =>
    renderHook(() => useSettingsOfBars(useChartSettings(), symbol, columnsOf(bars)), { wrapper: SignedIn })
      .result;

  it.each([
    ['steps', '@BOND', [close]],
    ['candlestick', '@BOND', [close, { ...close, high: 99 }]],
    ['candlestick', 'AAPL', [close]],
  ])('draws %s for %s with %j', (style, symbol, bars) => {
    expect(styleOf(symbol, bars).current.style).toBe(style);
  });

  it('has a pane for the volume unless an own instrument has none', () => {
    const hasPane = (symbol: string, bars: readonly (typeof close)[]) =>
      styleOf(symbol, bars).current.hasVolumePane;
    expect(hasPane('@BOND', [close])).toBe(false);
    expect(hasPane('@BAR', [close, { ...close, high: 99 }])).toBe(false);
    expect(hasPane('@BOND', [close, { ...close, volume: 10 }])).toBe(true);
    expect(hasPane('AAPL', [close])).toBe(true);
  });

  it('keeps the candles that were chosen for closes alone, and leaves other charts as they are', () => {
    const closes = styleOf('@BOND', [close]);
    act(() => closes.current.setStyle('candlestick'));
    expect(closes.current.style).toBe('candlestick');
    act(() => closes.current.setStyle('line'));
    expect(closes.current.style).toBe('steps');
    expect(styleOf('AAPL', [close]).current.style).toBe('candlestick');
  });
});
