import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorResponse, fakeServer, type Output, type SeenCall } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { watchListItem } from '#testing/watch-list-item.ts';
import { useBars } from '../../api/queries.ts';
import { chartView } from '../view/chart-view.ts';
import { useCompared } from './use-compared.ts';
import { type CompleteChart, useCompleteChart } from './use-complete-chart.ts';

const { stock } = watchListItem({ symbol: 'AAPL' });

/** Two daily bars from the start of the range on. */
function chartOf({ input }: SeenCall<'stocks.chart'>): Output<'stocks.chart'> {
  const first = Date.parse(input.start_date ?? '') / 1000;
  const column = [1, 2];
  return {
    symbol: input.symbol,
    interval: 'daily',
    currency: 'USD',
    time: [first, first + 86_400],
    open: column,
    high: column,
    low: column,
    close: column,
    volume: column,
    studies: [],
  };
}

function shown({ bars, compared }: CompleteChart): string {
  const start =
    bars.time[0] === undefined ? 'nothing' : new Date(bars.time[0] * 1000).toISOString().slice(0, 10);
  return [start, ...compared.map(({ symbol, closes }) => `${symbol} ${closes.join(' ')}`)].join(', ');
}

function open(answer: (call: SeenCall<'stocks.chart'>) => Promise<Output<'stocks.chart'>>) {
  fakeServer({ 'stocks.chart': answer });
  /** The rendered values without repetitions. */
  const rendered = new Set<string>();
  const hook = renderHook(
    ({ range }: { range: '1M' | 'ALL' }) => {
      const view = chartView({ range, compare: 'MSFT,KO' }, '2026-11-20');
      const chart = useCompleteChart(useBars('AAPL', view, false, [], stock), useCompared(view, false));
      rendered.add(shown(chart));
      return chart;
    },
    { wrapper: SignedIn, initialProps: { range: '1M' } },
  );
  return { ...hook, rendered };
}

it('shows another range once the bars and all compared symbols have loaded', async () => {
  const late = Promise.withResolvers<void>();
  const { result, rerender, rendered } = open(async (call) => {
    const { symbol, start_date } = call.input;
    if (start_date === '1990-01-01' && symbol === 'KO') await late.promise;
    return chartOf(call);
  });
  await waitFor(() => expect(shown(result.current)).toBe('2026-10-20, MSFT 1 2, KO 1 2'));
  expect(result.current).toMatchObject({ isLoading: false, isPrevious: false });
  rendered.clear();
  rerender({ range: 'ALL' });
  expect(result.current).toMatchObject({ isLoading: true, isPrevious: true });
  setTimeout(late.resolve, 100);
  await waitFor(() => expect(result.current.isPrevious).toBe(false));
  expect([...rendered]).toEqual(['2026-10-20, MSFT 1 2, KO 1 2', '1990-01-01, MSFT 1 2, KO 1 2']);
});

it('shows the first bars before the compared symbols', async () => {
  const late = Promise.withResolvers<void>();
  const { result } = open(async (call) => {
    if (call.input.symbol !== 'AAPL') await late.promise;
    return chartOf(call);
  });
  await waitFor(() => expect(shown(result.current)).toBe('2026-10-20'));
  late.resolve();
  await waitFor(() => expect(shown(result.current)).toBe('2026-10-20, MSFT 1 2, KO 1 2'));
});

it('does not wait for a symbol that has failed', async () => {
  const { result, rerender } = open(async (call) => {
    if (call.input.symbol === 'KO') throw new ErrorResponse(404, 'Not tracked', undefined, 'NOT_FOUND');
    return chartOf(call);
  });
  await waitFor(() => expect(shown(result.current)).toBe('2026-10-20, MSFT 1 2'));
  rerender({ range: 'ALL' });
  await waitFor(() => expect(shown(result.current)).toBe('1990-01-01, MSFT 1 2'));
  expect(result.current.problems).toMatchObject([{ symbol: 'KO', isUntracked: true }]);
});
