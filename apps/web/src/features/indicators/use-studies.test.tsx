import type { CalculatedIndicator, IndicatorDefinition } from '@stockbook/api/schemas';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { columnsOf } from '../../components/chart/bar-columns.ts';
import { studyColors } from '../../components/chart/chart-colors.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { priceFormat } from '../../lib/price-format.ts';
import { type Answers, ErrorResponse, fakeServer, type SeenCall } from '../../testing/fake-server.ts';
import { SignedIn } from '../../testing/signed-in.tsx';
import { useStudies } from './use-studies.ts';

const bars = columnsOf([{ date: '2026-11-20', open: 1, high: 1, low: 1, close: 1, volume: 1 }]);
const price = priceFormat({ symbol: 'AAPL', currency: 'USD', recent_closes: [] });

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

/** Answers `indicators.forStock` like the server: the indicators in `ids` or all, with or without values. */
function listOf(indicators: CalculatedIndicator[], { input }: SeenCall<'indicators.forStock'>) {
  const { ids, data = true } = input;
  const selected = indicators.filter(({ id }) => ids?.includes(id) ?? true);
  return {
    stock_symbol: 'AAPL',
    indicators: data ? selected : selected.map((indicator) => ({ ...indicator, data: [] })),
    total: indicators.length,
  };
}

function definition(name: string, overlay: boolean): IndicatorDefinition {
  return {
    function: name,
    name,
    description: '',
    defaultParams: {},
    parameters: [],
    inputs: [],
    outputs: [],
    unit: null,
    overlay,
    group: 'overlap',
  };
}

const catalogue = { indicators: [definition('SMA', true), definition('RSI', false)], total: 2 };

function open(answers: Answers) {
  const seen = fakeServer({ 'indicators.catalogue': () => catalogue, ...answers });
  const { result } = renderHook(() => useStudies('AAPL', bars, price, true), { wrapper: SignedIn });
  return { seen, result };
}

it('keeps concurrent changes of the shown studies, also of other stocks', async () => {
  const { result } = open({ 'indicators.forStock': (call) => listOf([], call) });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  const { show } = result.current;
  localStorage.setItem('user.1.shownIndicators', JSON.stringify({ AAPL: ['rsi'], MSFT: ['sma'] }));
  act(() => show('macd', true));
  expect(localStorage.getItem('user.1.shownIndicators')).toBe('{"AAPL":["rsi","macd"],"MSFT":["sma"]}');
  act(() => show('rsi', false));
  expect(localStorage.getItem('user.1.shownIndicators')).toBe('{"AAPL":["macd"],"MSFT":["sma"]}');
});

it('keeps the colours of existing studies when one is added, counting studies without data', async () => {
  const ema: CalculatedIndicator = { ...calculated('ema', 'EMA'), data_start_date: null, data: [] };
  const list = [calculated('rsi', 'RSI'), ema, calculated('sma', 'SMA')];
  const { result } = open({ 'indicators.forStock': (call) => listOf(list, call) });
  await waitFor(() =>
    expect(result.current.all.map(({ id, color }) => [id, color])).toEqual([
      ['rsi', studyColors[2]],
      ['sma', studyColors[0]],
    ]),
  );
});

it('returns no studies before the catalogue has loaded', async () => {
  const catalogueResponse = Promise.withResolvers<typeof catalogue>();
  const { result, seen } = open({
    'indicators.catalogue': () => catalogueResponse.promise,
    'indicators.forStock': (call) => listOf([calculated('sma', 'SMA')], call),
  });
  await waitFor(() => expect(seen).toHaveLength(3));
  act(() => result.current.show('sma', true));
  expect(result.current).toMatchObject({ all: [], shown: [], isLoading: true, error: null });
  catalogueResponse.resolve(catalogue);
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current.shown).toMatchObject([{ id: 'sma', isOverlay: true }]);
});

it('reports an error of the catalogue, and retries only the failed query', async () => {
  let isBroken = true;
  const { result, seen } = open({
    'indicators.catalogue': () => {
      if (isBroken) throw new ErrorResponse(400, 'Not today');
      return catalogue;
    },
    'indicators.forStock': (call) => listOf([calculated('sma', 'SMA')], call),
  });
  await waitFor(() => expect(result.current.error).toMatchObject({ message: 'Not today' }));
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current.all).toEqual([]);
  isBroken = false;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current).toMatchObject({ error: null, all: [{ id: 'sma' }] }));
  expect(seen.filter(({ procedure }) => procedure === 'indicators.forStock')).toHaveLength(2);
});

it('fetches only the values of shown studies, and all when the panel opens', async () => {
  localStorage.setItem('user.1.shownIndicators', JSON.stringify({ AAPL: ['rsi'] }));
  const list = [calculated('rsi', 'RSI'), calculated('sma', 'SMA')];
  const seen = fakeServer({
    'indicators.catalogue': () => catalogue,
    'indicators.forStock': (call) => listOf(list, call),
  });
  const { result, rerender } = renderHook(({ isOpen }) => useStudies('AAPL', bars, price, isOpen), {
    wrapper: SignedIn,
    initialProps: { isOpen: false },
  });
  const inputs = () =>
    seen.filter(({ procedure }) => procedure === 'indicators.forStock').map(({ input }) => input);
  await waitFor(() => expect(result.current.all.map(({ id }) => id)).toEqual(['rsi']));
  expect(inputs()).toEqual([
    { symbol: 'AAPL', data: false },
    { symbol: 'AAPL', ids: ['rsi'] },
  ]);
  rerender({ isOpen: true });
  await waitFor(() => expect(result.current.all.map(({ id }) => id)).toEqual(['rsi', 'sma']));
  expect(inputs().slice(2)).toEqual([{ symbol: 'AAPL', ids: ['sma'] }]);
});

it('keeps earlier values until those of a new calculation have loaded', async () => {
  const newer = Promise.withResolvers<void>();
  let current = calculated('sma', 'SMA');
  const seen = fakeServer({
    'indicators.catalogue': () => catalogue,
    'indicators.forStock': async (call) => {
      const answer = listOf([current], call);
      if (current.calculated_at !== '2026-11-20T00:00:00.000Z' && call.input.ids) await newer.promise;
      return answer;
    },
  });
  const { result } = renderHook(
    () => ({ studies: useStudies('AAPL', bars, price, true), utils: trpc.useUtils() }),
    {
      wrapper: SignedIn,
    },
  );
  const drawn = () => result.current.studies.all.map(({ lines }) => lines[0]?.values);
  await waitFor(() => expect(drawn()).toEqual([[1]]));
  current = {
    ...current,
    calculated_at: '2026-11-21T00:00:00.000Z',
    data: [{ date: '2026-11-20', value: 2 }],
  };
  await act(() => result.current.utils.indicators.forStock.invalidate({ symbol: 'AAPL' }));
  await waitFor(() => expect(seen).toHaveLength(5));
  expect([drawn(), result.current.studies.isLoading]).toEqual([[[1]], false]);
  newer.resolve();
  await waitFor(() => expect(drawn()).toEqual([[2]]));
});

it('reports an error of the values, and retries them', async () => {
  let isBroken = true;
  const { result } = open({
    'indicators.forStock': (call) => {
      if (isBroken && call.input.ids) throw new ErrorResponse(429, 'Too much');
      return listOf([calculated('sma', 'SMA')], call);
    },
  });
  await waitFor(() => expect(result.current.error).toMatchObject({ message: 'Too much' }));
  expect(result.current.isLoading).toBe(false);
  isBroken = false;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current).toMatchObject({ error: null, all: [{ id: 'sma' }] }));
});
