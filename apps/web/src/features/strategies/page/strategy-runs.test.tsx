import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { backtestSummary, strategySweep, strategyTask } from '#testing/strategies.ts';
import { backtest, openStrategyPage } from '#testing/strategy-page.tsx';

it('runs a backtest with the costs, shows its progress and then its result', async () => {
  const states = [
    strategyTask('PENDING'),
    strategyTask('SUCCESS', { result: { backtest_id: 'new', sweep_id: null, stocks: 1 } }),
  ];
  const { inputsOf } = openStrategyPage([], {
    'strategies.task': () => states.shift() ?? strategyTask('FAILURE'),
  });
  expect(
    await screen.findByText('No backtest yet. Run one to see how this strategy would have done.'),
  ).toBeTruthy();
  fireEvent.change(await screen.findByLabelText('Commission (%)'), { target: { value: '0' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Run backtest' }));
  expect(await screen.findByRole('button', { name: 'Running... 10%' })).toBeTruthy();
  expect(await screen.findByText(/^Equity of AAPL|Backtest of/)).toBeTruthy();
  expect(inputsOf('strategies.backtests.run')).toMatchObject([
    { settings: { cash: 10_000, commission_percent: 0, since: null } },
  ]);
  expect(inputsOf('strategies.update')).toEqual([]);
});

it('shows the progress and then the result of a backtest that runs when the page is loaded', async () => {
  const states = [
    strategyTask('PROGRESS', { info: { current: 1, total: 4 } }),
    strategyTask('SUCCESS', { result: { backtest_id: backtest().id, sweep_id: null, stocks: 4 } }),
  ];
  let shown = backtest({ status: 'PROGRESS', task_id: 't', summary: null, results: [] });
  const { inputsOf } = openStrategyPage([shown], {
    'strategies.task': () => {
      const state = states.shift() ?? strategyTask('FAILURE');
      if (state.status === 'SUCCESS') shown = backtest();
      return state;
    },
    'strategies.backtests.list': () => ({ backtests: [shown], total: 1 }),
    'strategies.backtests.get': () => shown,
  });
  expect(await screen.findByRole('button', { name: 'Running... 25%' })).toBeTruthy();
  expect(screen.getByText('Running the backtest...')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: /^Backtest of / })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Run backtest' })).toBeTruthy();
  expect(inputsOf('strategies.task')).toEqual([{ taskId: 't' }, { taskId: 't' }]);
  expect(inputsOf('strategies.backtests.run')).toEqual([]);
});

it('shows the progress and then the result of a sweep that runs when the page is loaded', async () => {
  const states = [strategyTask('PROGRESS', { info: { current: 3, total: 4 } }), strategyTask('SUCCESS')];
  const rows = [{ values: [8, 20], in_sample: backtestSummary(), out_of_sample: null }];
  let sweep = strategySweep({ status: 'PROGRESS', task_id: 't' });
  openStrategyPage([backtest()], {
    'strategies.task': () => {
      const state = states.shift() ?? strategyTask('FAILURE');
      if (state.status === 'SUCCESS') sweep = strategySweep({ rows });
      return state;
    },
    'strategies.sweeps.list': () => ({ sweeps: [sweep], total: 1 }),
    'strategies.sweeps.get': () => sweep,
  });
  expect(await screen.findByRole('button', { name: 'Running... 75%' })).toBeTruthy();
  expect(await screen.findByText(/^Best of the first part: /)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Run sweep' })).toBeTruthy();
});

it('shows the reason of a run that failed', async () => {
  const failed = backtest({
    status: 'FAILURE',
    error: 'None of the stocks has enough bars for this strategy',
    summary: null,
    results: [],
    skipped: [{ symbol: 'XYZ', reason: 'This strategy needs 201 bars, XYZ has 120' }],
  });
  openStrategyPage([failed]);
  expect(await screen.findByText('None of the stocks has enough bars for this strategy')).toBeTruthy();
  expect(screen.getByText(/This strategy needs 201 bars, XYZ has 120/)).toBeTruthy();
});

it('runs a sweep and counts it as tried settings', async () => {
  const sweep = strategySweep({
    rows: [
      { values: [8, 20], in_sample: backtestSummary(), out_of_sample: null },
      { values: [8, 26], in_sample: null, out_of_sample: null },
    ],
    total: 25,
  });
  let sweeps: (typeof sweep)[] = [];
  const { inputsOf } = openStrategyPage([backtest()], {
    'strategies.sweeps.run': () => {
      sweeps = [sweep];
      return { task_id: 't', sweep_id: sweep.id, message: 'Running the sweep' };
    },
    'strategies.sweeps.list': () => ({ sweeps, total: sweeps.length }),
    'strategies.sweeps.get': () => sweep,
  });
  fireEvent.change(await screen.findByLabelText('First parameter, to'), { target: { value: '900' } });
  const refused = await screen.findByText(/combinations\. The maximum is 500$/);
  expect(refused.className).toContain('text-down');
  fireEvent.click(screen.getByRole('button', { name: 'Run sweep' }));
  fireEvent.change(screen.getByLabelText('First parameter, to'), { target: { value: '20' } });
  fireEvent.click(screen.getByRole('button', { name: 'Run sweep' }));
  expect(await screen.findByText(/^Best of the first part: Entry: RSI \(14\) at 8/)).toBeTruthy();
  expect(inputsOf('strategies.sweeps.run')).toMatchObject([
    {
      ranges: [
        { numbers: ['entry[0]'], from: 8, to: 20, step: 3 },
        { numbers: ['entry[1]'], from: 18, to: 42, step: 6 },
      ],
      out_of_sample_percent: 30,
    },
  ]);
  expect(
    await screen.findByText('You tried 26 settings; the best of many looks good by chance.'),
  ).toBeTruthy();
});
