import type { Bar, CalculatedIndicator } from '@stockbook/api/schemas';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { studyColors } from '../../components/chart/chart-colors.ts';
import { type Answer, fakeServer, Refusal } from '../../testing/fake-server.ts';
import { SignedIn } from '../../testing/signed-in.tsx';
import { useStudies } from './use-studies.ts';

const bars: Bar[] = [{ date: '2026-11-20', open: 1, high: 1, low: 1, close: 1, volume: 1 }];

function calculated(id: string, indicatorFunction: string): CalculatedIndicator {
  return {
    id,
    indicator_name: id,
    indicator_function: indicatorFunction,
    calculated_at: '2026-11-20T00:00:00.000Z',
    data_start_date: '2026-11-20',
    data_end_date: '2026-11-20',
    parameters: {},
    data: [{ date: '2026-11-20', value: 1 }],
  };
}

function listOf(indicators: CalculatedIndicator[]) {
  return { stock_symbol: 'AAPL', indicators, total: indicators.length };
}

const catalogue = {
  indicators: [
    { function: 'SMA', overlay: true },
    { function: 'RSI', overlay: false },
  ],
  total: 2,
};

function open(answers: Record<string, Answer>) {
  const seen = fakeServer({ 'indicators.catalogue': () => catalogue, ...answers });
  const { result } = renderHook(() => useStudies('AAPL', bars, true), { wrapper: SignedIn });
  return { seen, result };
}

it('switches one on or off among those switched meanwhile, also for other stocks', async () => {
  const { result } = open({ 'indicators.forStock': () => listOf([]) });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  const { show } = result.current;
  localStorage.setItem('user.1.shownIndicators', JSON.stringify({ AAPL: ['rsi'], MSFT: ['sma'] }));
  act(() => show('macd', true));
  expect(localStorage.getItem('user.1.shownIndicators')).toBe('{"AAPL":["rsi","macd"],"MSFT":["sma"]}');
  act(() => show('rsi', false));
  expect(localStorage.getItem('user.1.shownIndicators')).toBe('{"AAPL":["macd"],"MSFT":["sma"]}');
});

it('leaves existing studies their colours when one is added, and one without data its place', async () => {
  const ema: CalculatedIndicator = { ...calculated('ema', 'EMA'), data: [] };
  const list = [calculated('rsi', 'RSI'), ema, calculated('sma', 'SMA')];
  const { result } = open({ 'indicators.forStock': () => listOf(list) });
  await waitFor(() =>
    expect(result.current.all.map(({ id, color }) => [id, color])).toEqual([
      ['rsi', studyColors[2]],
      ['sma', studyColors[0]],
    ]),
  );
});

it('has none before the catalogue tells which belong on the price', async () => {
  const catalogueComes = Promise.withResolvers<typeof catalogue>();
  const { result, seen } = open({
    'indicators.catalogue': () => catalogueComes.promise,
    'indicators.forStock': () => listOf([calculated('sma', 'SMA')]),
  });
  await waitFor(() => expect(seen).toHaveLength(2));
  act(() => result.current.show('sma', true));
  expect(result.current).toMatchObject({ all: [], shown: [], isLoading: true, error: null });
  catalogueComes.resolve(catalogue);
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current.shown).toMatchObject([{ id: 'sma', isOverlay: true }]);
});

it('tells that the catalogue did not come, and asks again for what failed alone', async () => {
  let isBroken = true;
  const { result, seen } = open({
    'indicators.catalogue': () => {
      if (isBroken) throw new Refusal(400, 'Not today');
      return catalogue;
    },
    'indicators.forStock': () => listOf([calculated('sma', 'SMA')]),
  });
  await waitFor(() => expect(result.current.error).toMatchObject({ message: 'Not today' }));
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current.all).toEqual([]);
  isBroken = false;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current).toMatchObject({ error: null, all: [{ id: 'sma' }] }));
  expect(seen.filter(({ procedure }) => procedure === 'indicators.forStock')).toHaveLength(1);
});
