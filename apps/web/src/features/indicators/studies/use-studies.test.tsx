import type { CalculatedIndicator, IndicatorDefinition } from '@stockbook/api/schemas';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { studyColors } from '#components/chart/chart-colors.ts';
import { trpc } from '#lib/api/trpc.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { columnsOf } from '#testing/bar-columns.ts';
import { type Answers, ErrorResponse, fakeServer, type SeenCall } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import type { LoadedChart } from '../api.ts';
import { useShownIds } from './use-shown-ids.ts';
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
    data: [],
  };
}

const listOf = (indicators: CalculatedIndicator[]) => ({
  stock_symbol: 'AAPL',
  indicators,
  total: indicators.length,
});

/** Answers `stocks.chart` with a line for each requested indicator. */
function linesOf(indicators: CalculatedIndicator[], { input }: SeenCall<'stocks.chart'>, value = 1) {
  const studies = indicators
    .filter(({ id }) => input.ids?.includes(id))
    .map(({ id, calculated_at, data_start_date }) => ({
      id,
      calculated_at,
      data_start_date,
      lines: [{ name: null, values: [value] }],
    }));
  return { symbol: 'AAPL', interval: 'daily' as const, currency: 'USD', ...emptyColumns(), studies };
}

const emptyColumns = () => ({ time: [], open: [], high: [], low: [], close: [], volume: [] });

const chart: LoadedChart = { bars, interval: 'daily', studies: [] };

/** The studies of a page whose bars are loaded. */
function useStudiesOfPage(isOpen: boolean) {
  return useStudies('AAPL', chart, useShownIds('AAPL'), price, isOpen);
}

/** The answers of a server with these indicators. */
const withIndicators = (indicators: CalculatedIndicator[]): Answers => ({
  'indicators.forStock': () => listOf(indicators),
  'stocks.chart': (call) => linesOf(indicators, call),
});

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
  const { result } = renderHook(() => useStudiesOfPage(true), { wrapper: SignedIn });
  return { seen, result };
}

it('keeps concurrent changes of the shown studies, also of other stocks', async () => {
  const { result } = open(withIndicators([]));
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
  const { result } = open(withIndicators(list));
  await waitFor(() =>
    expect(result.current.all.map(({ id, color }) => [id, color])).toEqual([
      ['rsi', studyColors[2]],
      ['sma', studyColors[0]],
    ]),
  );
});

it('replaces a study in the colour that was chosen after the replacement began', async () => {
  const list = [calculated('sma 50', 'SMA'), calculated('sma 20', 'SMA')];
  const { result } = open(withIndicators(list));
  await waitFor(() => expect(result.current.all).toHaveLength(2));
  const { replace, setColor } = result.current;
  act(() => setColor('sma 20', studyColors[4]));
  act(() => replace('sma 20', 'sma 50'));
  expect(result.current.shown).toMatchObject([{ id: 'sma 50', color: studyColors[4] }]);
});

it('orders the shown studies as they were shown, and replaces one in its place', async () => {
  const list = ['rsi', 'sma', 'ema', 'macd'].map((id) => calculated(id, id === 'sma' ? 'SMA' : 'RSI'));
  const { result } = open(withIndicators(list));
  await waitFor(() => expect(result.current.all).toHaveLength(4));
  const shown = () => result.current.shown.map(({ id }) => id);
  for (const id of ['macd', 'sma', 'rsi']) act(() => result.current.show(id, true));
  expect(shown()).toEqual(['macd', 'sma', 'rsi']);
  act(() => result.current.replace('macd', 'ema'));
  expect(shown()).toEqual(['ema', 'sma', 'rsi']);
  act(() => result.current.replace('rsi', 'rsi'));
  act(() => result.current.replace('removed', 'macd'));
  expect(shown()).toEqual(['ema', 'sma', 'rsi', 'macd']);
});

it('returns no studies before the catalogue has loaded', async () => {
  const catalogueResponse = Promise.withResolvers<typeof catalogue>();
  const { result, seen } = open({
    'indicators.catalogue': () => catalogueResponse.promise,
    ...withIndicators([calculated('sma', 'SMA')]),
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
    ...withIndicators([calculated('sma', 'SMA')]),
  });
  await waitFor(() => expect(result.current.error).toMatchObject({ message: 'Not today' }));
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current.all).toEqual([]);
  isBroken = false;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current).toMatchObject({ error: null, all: [{ id: 'sma' }] }));
  expect(seen.map(({ procedure }) => procedure).toSorted()).toEqual([
    'indicators.catalogue',
    'indicators.catalogue',
    'indicators.forStock',
    'stocks.chart',
  ]);
});

it('fetches only the values of shown studies, and all when the panel opens', async () => {
  localStorage.setItem('user.1.shownIndicators', JSON.stringify({ AAPL: ['rsi'] }));
  const list = [calculated('rsi', 'RSI'), calculated('sma', 'SMA')];
  const seen = fakeServer({
    'indicators.catalogue': () => catalogue,
    ...withIndicators(list),
  });
  const { result, rerender } = renderHook(({ isOpen }) => useStudiesOfPage(isOpen), {
    wrapper: SignedIn,
    initialProps: { isOpen: false },
  });
  const ids = () => seen.flatMap((call) => (call.procedure === 'stocks.chart' ? [call.input.ids] : []));
  await waitFor(() => expect(result.current.loaded.map(({ id }) => id)).toEqual(['rsi']));
  expect(ids()).toEqual([['rsi']]);
  rerender({ isOpen: true });
  await waitFor(() => expect(result.current.loaded.map(({ id }) => id)).toEqual(['rsi', 'sma']));
  expect(ids()).toEqual([['rsi'], ['sma']]);
});

it('lists every indicator before its values load', async () => {
  const later = Promise.withResolvers<void>();
  const list = [calculated('rsi', 'RSI'), calculated('sma', 'SMA')];
  const { result } = open({
    ...withIndicators(list),
    'stocks.chart': async (call) => {
      if (call.input.ids?.includes('rsi')) await later.promise;
      return linesOf(list, call);
    },
  });
  const idsOf = (studies: readonly { id: string }[]) => studies.map(({ id }) => id);
  await waitFor(() => expect(idsOf(result.current.loaded)).toEqual(['sma']));
  expect(idsOf(result.current.all)).toEqual(['rsi', 'sma']);
  act(() => result.current.show('rsi', true));
  expect(idsOf(result.current.shown)).toEqual([]);
  later.resolve();
  await waitFor(() => expect(idsOf(result.current.shown)).toEqual(['rsi']));
});

it('keeps earlier values until those of a new calculation have loaded', async () => {
  const newer = Promise.withResolvers<void>();
  let current = calculated('sma', 'SMA');
  const seen = fakeServer({
    'indicators.catalogue': () => catalogue,
    'indicators.forStock': () => listOf([current]),
    'stocks.chart': async (call) => {
      if (current.calculated_at === '2026-11-20T00:00:00.000Z') return linesOf([current], call);
      await newer.promise;
      return linesOf([current], call, 2);
    },
  });
  const { result } = renderHook(() => ({ studies: useStudiesOfPage(true), utils: trpc.useUtils() }), {
    wrapper: SignedIn,
  });
  const drawn = () => result.current.studies.all.map(({ lines }) => lines[0]?.values);
  await waitFor(() => expect(drawn()).toEqual([[1]]));
  current = { ...current, calculated_at: '2026-11-21T00:00:00.000Z' };
  await act(() => result.current.utils.indicators.forStock.invalidate({ symbol: 'AAPL' }));
  await waitFor(() => expect(seen).toHaveLength(5));
  expect([drawn(), result.current.studies.isLoading]).toEqual([[[1]], false]);
  newer.resolve();
  await waitFor(() => expect(drawn()).toEqual([[2]]));
});

it('keeps a replaced study in its place until the lines of the new one load, if it has any', async () => {
  const later = Promise.withResolvers<void>();
  let list = [calculated('rsi', 'RSI'), calculated('sma', 'SMA')];
  const seen = fakeServer({
    'indicators.catalogue': () => catalogue,
    'indicators.forStock': () => listOf(list),
    'stocks.chart': async (call) => {
      if (call.input.ids?.includes('sma 9')) await later.promise;
      return linesOf(list, call);
    },
  });
  const { result } = renderHook(() => ({ studies: useStudiesOfPage(true), utils: trpc.useUtils() }), {
    wrapper: SignedIn,
  });
  const refetchList = () =>
    act(() => result.current.utils.indicators.forStock.invalidate({ symbol: 'AAPL' }));
  const shown = () => result.current.studies.shown.map(({ id }) => id);
  await waitFor(() => expect(result.current.studies.loaded).toHaveLength(2));
  for (const id of ['sma', 'rsi']) act(() => result.current.studies.show(id, true));
  act(() => result.current.studies.replace('sma', 'sma 9'));
  expect(shown()).toEqual(['sma', 'rsi']);
  list = [calculated('sma 9', 'SMA'), ...list];
  await refetchList();
  await waitFor(() => expect(seen.at(-1)).toMatchObject({ input: { ids: ['sma 9'] } }));
  expect(shown()).toEqual(['sma', 'rsi']);
  later.resolve();
  await waitFor(() => expect(shown()).toEqual(['sma 9', 'rsi']));

  act(() => result.current.studies.replace('sma 9', 'sma 999'));
  expect(shown()).toEqual(['sma 9', 'rsi']);
  list = [{ ...calculated('sma 999', 'SMA'), data_start_date: null }, ...list];
  await refetchList();
  await waitFor(() => expect(shown()).toEqual(['rsi']));
});

it('reports an error of the values, and retries them', async () => {
  const sma = calculated('sma', 'SMA');
  let isBroken = true;
  const { result } = open({
    ...withIndicators([sma]),
    'stocks.chart': (call) => {
      if (isBroken) throw new ErrorResponse(429, 'Too much');
      return linesOf([sma], call);
    },
  });
  await waitFor(() => expect(result.current.error).toMatchObject({ message: 'Too much' }));
  expect(result.current.isLoading).toBe(false);
  isBroken = false;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current).toMatchObject({ error: null, all: [{ id: 'sma' }] }));
});

it('takes the lines that came with the bars', async () => {
  const sma = calculated('sma', 'SMA');
  const study = { ...sma, lines: [{ name: null, values: [7] }] };
  const seen = fakeServer({ 'indicators.catalogue': () => catalogue, ...withIndicators([sma]) });
  const loaded: LoadedChart = { ...chart, studies: [study] };
  const { result } = renderHook(() => useStudies('AAPL', loaded, useShownIds('AAPL'), price, true), {
    wrapper: SignedIn,
  });
  await waitFor(() => expect(result.current.all[0]?.lines[0]?.values).toEqual([7]));
  expect(seen.filter(({ procedure }) => procedure === 'stocks.chart')).toEqual([]);
});
