import type { StudySet } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Study } from '#components/chart/study.ts';
import { catalogueResponse } from '#testing/catalogue.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { indicatorTask, startedCalculation } from '#testing/tasks.ts';
import { useApplyStudySet } from './api.ts';
import { StudySetsMenu } from './study-sets-menu.tsx';

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

const onApplied = vi.fn();

function Page({ shown }: { shown: readonly Study[] }) {
  const { progress, apply } = useApplyStudySet('AAPL', onApplied);
  return <StudySetsMenu symbol="AAPL" shown={shown} progress={progress} onApply={apply} />;
}

async function open(answers: Answers, shown: readonly Study[] = []) {
  onApplied.mockReset();
  const seen = fakeServer({
    'studySets.list': () => ({ study_sets: [trend], total: 1 }),
    'indicators.forStock': () => ({ stock_symbol: 'AAPL', indicators: [calculatedSma], total: 1 }),
    ...answers,
  });
  render(<Page shown={shown} />, { wrapper: SignedIn });
  fireEvent.click(screen.getByRole('button', { name: 'My studies' }));
  const set = await screen.findByRole('button', { name: /^Trend/ });
  return { set, calls: (name: string) => seen.filter(({ procedure }) => procedure === name) };
}

it('calculates only what the stock does not have yet, and closes its menu', async () => {
  const result = { indicator_id: 'rsi', indicator_name: 'My RSI', rows: 5 };
  const { set, calls } = await open({
    'indicators.calculate': () => startedCalculation,
    'indicators.task': () => indicatorTask('SUCCESS', { result }),
  });
  expect(set.textContent).toContain('SMA 50 · RSI 14');
  fireEvent.click(set);
  await waitFor(() =>
    expect(onApplied).toHaveBeenCalledWith([
      { id: 'sma', color: '#a855f7' },
      { id: 'rsi', color: null },
    ]),
  );
  expect(calls('indicators.calculate').map(({ input }) => input)).toEqual([
    { stock_symbol: 'AAPL', ta_indicator: 'RSI', parameters: { timeperiod: 14 }, indicator_name: 'My RSI' },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows what can be calculated, and says why the rest cannot', async () => {
  const { set } = await open({ 'indicators.calculate': failWith(new ErrorResponse(400, 'Too few bars')) });
  fireEvent.click(set);
  const alert = await screen.findByRole('alertdialog', {
    name: '1 of 2 indicators could not be calculated.',
  });
  expect(alert.textContent).toContain('Too few bars');
  expect(onApplied).toHaveBeenCalledWith([{ id: 'sma', color: '#a855f7' }]);
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
