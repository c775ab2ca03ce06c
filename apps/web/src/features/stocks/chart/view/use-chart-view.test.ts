import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ChartRange } from './chart-range.ts';
import type { ChartView } from './chart-view.ts';
import { useChartView } from './use-chart-view.ts';

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
