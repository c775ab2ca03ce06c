import type { StudySet } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Study } from '#components/chart/study.ts';
import { columnsOf } from '#testing/bar-columns.ts';
import { catalogueResponse } from '#testing/catalogue.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { indicatorTask, startedCalculation } from '#testing/tasks.ts';
import { useCalculation } from '../api.ts';
import { IndicatorsMenu } from '../menu/indicators-menu.tsx';
import { useApplyStudySet } from './api.ts';

const sma = {
  indicator_function: 'SMA',
  indicator_name: 'Simple Moving Average',
  parameters: { timeperiod: 50 },
  color: '#a855f7',
};
const rsi = {
  indicator_function: 'RSI',
  indicator_name: 'My RSI',
  parameters: { timeperiod: 14 },
  color: null,
};
const trend: StudySet = {
  id: 'trend',
  name: 'Trend',
  studies: [sma, rsi],
  created_at: '2026-11-20T00:00:00.000Z',
  updated_at: '2026-11-20T00:00:00.000Z',
};
const calculatedSma = {
  ...sma,
  id: 'sma',
  calculated_at: '2026-11-20T00:00:00.000Z',
  data_start_date: '2026-11-19',
  data_end_date: '2026-11-20',
  data: [],
};
const bar = { date: '2026-11-20', open: 1, high: 1, low: 1, close: 1, volume: 1 };
const shownSma: Study = {
  id: 'sma',
  name: 'SMA 50',
  fullName: 'Simple Moving Average',
  color: '#0d9488',
  stroke: 'solid',
  isOverlay: true,
  unit: 'price',
  guides: [],
  lines: [],
  format: String,
};

const noColumns = () => ({ time: [], open: [], high: [], low: [], close: [], volume: [] });

const onApplied = vi.fn();
const show = vi.fn();
const chart = { bars: columnsOf([bar]), interval: 'daily', studies: [] } as const;

function Page({ shown }: { shown: readonly Study[] }) {
  const sets = useApplyStudySet('AAPL', chart, onApplied);
  const calculation = useCalculation('AAPL', () => {});
  const studies = { shown, show, isShown: (id: string) => shown.some((study) => study.id === id) };
  return (
    <IndicatorsMenu
      symbol="AAPL"
      studies={studies}
      calculation={calculation}
      sets={sets}
      onOpenPanel={() => {}}
    />
  );
}

async function open(answers: Answers, shown: readonly Study[] = []) {
  onApplied.mockReset();
  show.mockReset();
  localStorage.clear();
  const seen = fakeServer({
    'studySets.list': () => ({ study_sets: [trend], total: 1 }),
    'indicators.forStock': () => ({ stock_symbol: 'AAPL', indicators: [calculatedSma], total: 1 }),
    'indicators.catalogue': () => catalogueResponse,
    ...answers,
  });
  render(<Page shown={shown} />, { wrapper: SignedIn });
  fireEvent.click(screen.getByRole('button', { name: 'Indicators' }));
  const set = await screen.findByRole('button', { name: /^Trend/ });
  return { set, calls: (name: string) => seen.filter(({ procedure }) => procedure === name) };
}

it('calculates a whole set by one task, and shows it once all lines are loaded', async () => {
  const calculatedRsi = { ...rsi, id: 'rsi', calculated_at: 'now', data_start_date: '2026-11-20' };
  let isCalculated = false;
  const { set, calls } = await open({
    'studySets.calculate': () => {
      isCalculated = true;
      return startedCalculation;
    },
    'indicators.task': () => indicatorTask('SUCCESS'),
    'indicators.forStock': () => ({
      stock_symbol: 'AAPL',
      indicators: [calculatedSma, ...(isCalculated ? [{ ...calculatedSma, ...calculatedRsi }] : [])],
      total: 1,
    }),
    'stocks.chart': () => ({
      symbol: 'AAPL',
      interval: 'daily',
      currency: 'USD',
      ...noColumns(),
      studies: [],
    }),
  });
  expect(set.textContent).toContain('SMA 50 · RSI 14');
  fireEvent.click(set);
  await waitFor(() =>
    expect(onApplied).toHaveBeenCalledWith([
      { id: 'sma', color: '#a855f7' },
      { id: 'rsi', color: null },
    ]),
  );
  expect(calls('studySets.calculate').map(({ input }) => input)).toEqual([
    { studySetId: 'trend', stock_symbol: 'AAPL' },
  ]);
  expect(calls('stocks.chart').map(({ input }) => input)).toMatchObject([
    { ids: ['sma', 'rsi'], bars: false },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says why a set cannot be calculated, and leaves the chart as it is', async () => {
  const { set } = await open({ 'studySets.calculate': failWith(new ErrorResponse(400, 'Too few bars')) });
  fireEvent.click(set);
  const alert = await screen.findByRole('alertdialog', { name: 'Trend could not be calculated.' });
  expect(alert.textContent).toContain('Too few bars');
  expect(onApplied).not.toHaveBeenCalled();
});

it('finds an indicator by a word, and shows it at once if the stock has it', async () => {
  const usual = { ...calculatedSma, id: 'usual', parameters: { timeperiod: 20 } };
  const { calls } = await open({
    'indicators.forStock': () => ({ stock_symbol: 'AAPL', indicators: [usual], total: 1 }),
    'indicators.calculate': () => startedCalculation,
    'indicators.task': () => indicatorTask('PENDING'),
  });
  const field = screen.getByRole('searchbox', { name: 'Find an indicator' });
  fireEvent.change(field, { target: { value: 'simple moving' } });
  fireEvent.click(await screen.findByRole('button', { name: /^SMA/, pressed: false }));
  expect(show).toHaveBeenCalledWith('usual', true);
  expect(calls('indicators.calculate')).toEqual([]);
  fireEvent.change(field, { target: { value: 'macd' } });
  fireEvent.submit(field);
  await waitFor(() =>
    expect(calls('indicators.calculate').map(({ input }) => input)).toMatchObject([
      { ta_indicator: 'MACD', indicator_name: null },
    ]),
  );
});

it('lists the favorites first, also the next time', async () => {
  await open({});
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'rsi' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Favorite RSI' }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } });
  const favorites = await screen.findByRole('region', { name: 'Favorites' });
  expect(within(favorites).getByRole('button', { name: /^RSI/ })).toBeTruthy();
});

it('names an indicator by its parameters in the order of the catalogue, as the chart does', async () => {
  const macd = {
    indicator_function: 'MACD',
    indicator_name: 'MACD',
    parameters: { fastperiod: 12, signalperiod: 9, slowperiod: 26 },
    color: null,
  };
  const { set } = await open({
    'studySets.list': () => ({ study_sets: [{ ...trend, studies: [macd] }], total: 1 }),
    'indicators.catalogue': () => catalogueResponse,
  });
  await waitFor(() => expect(set.textContent).toContain('MACD 12 26 9'));
});

it('saves the studies on the chart with their colours, and keeps the name if that fails', async () => {
  let isTaken = true;
  const { calls } = await open(
    {
      'studySets.create': () => {
        if (isTaken) throw new ErrorResponse(409, 'You already have a set named "Trend"');
        return trend;
      },
    },
    [shownSma],
  );
  const field = await screen.findByLabelText<HTMLInputElement>('Save the indicator on the chart as');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please enter a name')).toBeTruthy();
  fireEvent.change(field, { target: { value: ' Trend ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('You already have a set named "Trend"')).toBeTruthy();
  expect(field.value).toBe(' Trend ');
  isTaken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field.value).toBe(''));
  expect(calls('studySets.create').at(-1)?.input).toEqual({
    name: 'Trend',
    studies: [{ ...sma, color: '#0d9488' }],
  });
});

it('offers nothing to save while no indicator is on the chart', async () => {
  await open({});
  expect(screen.getByText('Show indicators on the chart to save them as a set.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
