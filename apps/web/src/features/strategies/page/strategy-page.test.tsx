import type { Backtest, StrategyDetail } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { catalogueResponse } from '../../../testing/catalogue.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '../../../testing/fake-server.ts';
import { InRouter } from '../../../testing/in-router.tsx';
import { SignedIn } from '../../../testing/signed-in.tsx';
import {
  backtestSummary,
  backtestTrade,
  listedBacktest,
  stockResult,
  strategyDetail,
  strategySweep,
  strategyTask,
} from '../../../testing/strategies.ts';
import { watchList, watchListItem } from '../../../testing/watch-list-item.ts';
import { StrategyPage } from './strategy-page.tsx';

const emptyColumns = () => ({ time: [], open: [], high: [], low: [], close: [], volume: [] });

// A canvas is not available; the browser tests draw the charts.
vi.mock('../../../components/chart/equity/equity-chart.tsx', () => ({
  EquityChart: ({ label }: { label: string }) => <figure aria-label={label} />,
}));
vi.mock('../../../components/chart/price-chart.tsx', () => ({
  PriceChart: ({ label }: { label: string }) => <figure aria-label={label} />,
}));

function Page() {
  const [shown, setShown] = useState<{ run: string | undefined; symbol: string | undefined }>({
    run: undefined,
    symbol: undefined,
  });
  return <StrategyPage strategyId={strategyDetail().id} {...shown} onShow={setShown} />;
}

const equity = [
  { date: '2016-01-04', equity: 10_000, buy_and_hold: 10_000 },
  { date: '2020-01-03', equity: 15_000, buy_and_hold: 12_000 },
  { date: '2026-11-20', equity: 18_000, buy_and_hold: 60_000 },
];

/** Renders the page of a strategy whose backtests are these, newest first; answers may be replaced. */
function open(backtests: Backtest[], answers: Answers = {}, strategy: StrategyDetail = strategyDetail()) {
  let stored = backtests;
  let saved = strategy;
  const seen = fakeServer({
    'strategies.get': () => saved,
    'strategies.update': ({ input }) => {
      saved = { ...saved, ...(input.rules ? { rules: input.rules } : {}), name: input.name ?? saved.name };
      return saved;
    },
    'strategies.delete': () => saved,
    'strategies.check': () => ({
      runnable: true,
      sentences: { entry: '', exit: '' },
      problems: [],
      look_back: 14,
      numbers: [
        { address: 'entry[0]', label: 'timeperiod of RSI', value: 14, min: 2, max: 100 },
        { address: 'entry[1]', label: 'RSI (14) crosses above', value: 30, min: null, max: null },
      ],
    }),
    'strategies.backtests.list': () => ({ backtests: stored, total: stored.length }),
    'strategies.backtests.get': ({ input }) => {
      const found = stored.find(({ id }) => id === input.backtestId);
      if (!found) throw new ErrorResponse(404, 'Backtest not found');
      return found;
    },
    'strategies.backtests.delete': ({ input }) => {
      const [removed = backtest()] = stored.filter(({ id }) => id === input.backtestId);
      stored = stored.filter(({ id }) => id !== input.backtestId);
      return removed;
    },
    'strategies.backtests.trades': ({ input }) => ({
      trades: [backtestTrade({ symbol: input.symbol ?? '', reason: 'take_profit' })],
      total: 1,
    }),
    'strategies.backtests.equity': ({ input }) => ({ symbol: input.symbol ?? '', equity }),
    'strategies.backtests.run': () => {
      stored = [backtest({ id: 'new', created_at: '2026-11-21T10:00:00.000Z' }), ...stored];
      return { task_id: 't', backtest_id: 'new', message: 'Running the backtest' };
    },
    'strategies.task': () =>
      strategyTask('SUCCESS', { result: { backtest_id: 'new', sweep_id: null, stocks: 1 } }),
    'strategies.sweeps.list': () => ({ sweeps: [], total: 0 }),
    'signals.list': () => ({ signals: [], total: 0, unread: 0 }),
    'stocks.list': () => watchList([watchListItem({ symbol: 'AAPL', left_out_bars: 2 })]),
    'stocks.chart': ({ input }) => ({
      symbol: input.symbol,
      interval: 'daily',
      currency: 'USD',
      ...emptyColumns(),
      studies: [],
    }),
    'stocks.actions': () => ({ symbol: 'AAPL', splits: [], dividends: [], total: 0 }),
    'indicators.catalogue': () => catalogueResponse,
    ...answers,
  });
  render(
    <SignedIn>
      <InRouter>
        <Page />
      </InRouter>
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

function backtest(facts: Partial<Backtest> = {}): Backtest {
  return { ...listedBacktest(), results: [stockResult()], ...facts };
}

const runButton = () => screen.findByRole('button', { name: 'Run backtest' });

it('runs a backtest with the costs, shows its progress and then its result', async () => {
  const states = [
    strategyTask('PENDING'),
    strategyTask('SUCCESS', { result: { backtest_id: 'new', sweep_id: null, stocks: 1 } }),
  ];
  const { inputsOf } = open([], {
    'strategies.task': () => states.shift() ?? strategyTask('FAILURE'),
  });
  expect(
    await screen.findByText('No backtest yet. Run one to see how this strategy would have done.'),
  ).toBeTruthy();
  fireEvent.change(await screen.findByLabelText('Commission (%)'), { target: { value: '0' } });
  fireEvent.click(await runButton());
  expect(await screen.findByRole('button', { name: 'Running... 10%' })).toBeTruthy();
  expect(await screen.findByText(/^Equity of AAPL|Backtest of/, {}, { timeout: 5000 })).toBeTruthy();
  expect(inputsOf('strategies.backtests.run')).toMatchObject([
    { settings: { cash: 10_000, commission_percent: 0, since: null } },
  ]);
  expect(inputsOf('strategies.update')).toEqual([]);
});

it('saves changed rules before it runs them, and keeps unknown fields', async () => {
  const strategy = strategyDetail();
  const { inputsOf } = open([], {}, { ...strategy, rules: { ...strategy.rules, note: 'mine' } });
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Stop-loss (%)'), { target: { value: '5' } });
  expect(save.disabled).toBe(false);
  fireEvent.click(await runButton());
  await waitFor(() => expect(inputsOf('strategies.backtests.run')).toHaveLength(1));
  expect(inputsOf('strategies.update')).toMatchObject([{ rules: { stop_loss_percent: 5, note: 'mine' } }]);
  await waitFor(() => expect(save.disabled).toBe(true));
});

it('does not run invalid input', async () => {
  const { inputsOf } = open([]);
  fireEvent.change(await screen.findByLabelText('Spread (%)'), { target: { value: '11' } });
  fireEvent.click(await runButton());
  expect(screen.getByText('0 to 10')).toBeTruthy();
  expect(inputsOf('strategies.backtests.run')).toEqual([]);
});

it('shows why a run was refused, has failed or cannot be saved', async () => {
  let start = failWith(new ErrorResponse(409, 'Two of your runs are in progress. Wait until one has ended'));
  open([], {
    'strategies.backtests.run': () => start(),
    'strategies.update': failWith(new TypeError('Failed to fetch')),
  });
  fireEvent.click(await runButton());
  expect(await screen.findByText('Two of your runs are in progress. Wait until one has ended')).toBeTruthy();
  start = failWith(new TypeError('Failed to fetch'));
  fireEvent.click(await runButton());
  expect(await screen.findByText('Failed to run backtest')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Other' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to save strategy')).toBeTruthy();
});

it('shows the reason of a run that failed', async () => {
  const failed = backtest({
    status: 'FAILURE',
    error: 'None of the stocks has enough bars for this strategy',
    summary: null,
    results: [],
    skipped: [{ symbol: 'XYZ', reason: 'This strategy needs 201 bars, XYZ has 120' }],
  });
  open([failed]);
  expect(await screen.findByText('None of the stocks has enough bars for this strategy')).toBeTruthy();
  expect(screen.getByText(/This strategy needs 201 bars, XYZ has 120/)).toBeTruthy();
});

it('shows the figures, what the result is worth, the trades with their reasons and all statistics', async () => {
  open([backtest({ summary: backtestSummary({ trades: 11 }) })], {
    'stocks.actions': () => ({
      symbol: 'AAPL',
      splits: [],
      dividends: [{ ex_date: '2020-02-07', amount: 0.77, currency: 'USD' }],
      total: 1,
    }),
  });
  const worth = await screen.findByRole('region', { name: 'What this result is worth' });
  const sentences = [
    'Only 11 trades: luck and skill look alike here.',
    'First 70 % of the time: +50 %. Last 30 %: +20 %.',
    'Delisted stocks are not in your list.',
    'Dividends are not counted; buy-and-hold would have earned more.',
    '2 bars were rejected.',
  ];
  await waitFor(() =>
    expect(
      within(worth)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(sentences),
  );
  expect(await screen.findByRole('table', { name: 'Trades of AAPL' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Take-profit' })).toBeTruthy();
  const statistics = screen.getByRole('region', { name: 'Statistics of AAPL' });
  expect(within(statistics).getAllByRole('term')).toHaveLength(30);
});

it('explains a statistic with its formula', async () => {
  open([backtest()]);
  const statistics = await screen.findByRole('region', { name: 'Statistics of AAPL' });
  fireEvent.click(within(statistics).getByRole('button', { name: 'Profit factor' }));
  const popup = await screen.findByRole('dialog', { name: 'Profit factor' });
  expect(popup.textContent).toContain('sum of positive q / −(sum of negative q)');
});

it('opens a stock from the table, and names skipped stocks and warnings', async () => {
  const warning = '10,000 USD does not buy one share of BRK-B.';
  const { inputsOf } = open([
    backtest({
      summary: backtestSummary({ stocks: 2 }),
      results: [stockResult(), stockResult({ symbol: 'BRK-B', warnings: [warning], pending: 'exit' })],
      skipped: [{ symbol: 'XYZ', reason: 'This strategy needs 201 bars, XYZ has 120' }],
    }),
  ]);
  const table = await screen.findByRole('table', { name: 'Results by stock' });
  expect(screen.getByText('1 stock was skipped')).toBeTruthy();
  fireEvent.click(within(table).getByRole('button', { name: /BRK-B/ }));
  expect(await screen.findByText(warning)).toBeTruthy();
  expect(screen.getByText('At the last close it decided to sell at the next open.')).toBeTruthy();
  await waitFor(() =>
    expect(inputsOf('strategies.backtests.trades')).toContainEqual(
      expect.objectContaining({ symbol: 'BRK-B' }),
    ),
  );
});

it('shows an earlier backtest, says that its prices have changed, and deletes it after a confirmation', async () => {
  const earlier = backtest({ id: 'old', created_at: '2026-11-18T12:00:00.000Z', is_stale: true });
  const { inputsOf } = open([backtest(), earlier]);
  const history = await screen.findByRole('table', { name: 'Backtests' });
  expect(screen.queryByText(/Prices have changed since this backtest/)).toBeNull();
  fireEvent.click(within(history).getByRole('button', { name: /Nov 18, 2026/ }));
  expect(await screen.findByText(/Prices have changed since this backtest/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Delete this backtest' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete this backtest?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText(/Prices have changed since this backtest/)).toBeNull());
  expect(inputsOf('strategies.backtests.delete')).toEqual([{ backtestId: 'old' }]);
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
  const { inputsOf } = open([backtest()], {
    'strategies.sweeps.run': () => {
      sweeps = [sweep];
      return { task_id: 't', sweep_id: sweep.id, message: 'Running the sweep' };
    },
    'strategies.sweeps.list': () => ({ sweeps, total: sweeps.length }),
    'strategies.sweeps.get': () => sweep,
  });
  fireEvent.change(await screen.findByLabelText('First parameter, to'), { target: { value: '900' } });
  expect(await screen.findByText(/combinations\. The maximum is 500$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Run sweep' }));
  fireEvent.change(screen.getByLabelText('First parameter, to'), { target: { value: '20' } });
  fireEvent.click(screen.getByRole('button', { name: 'Run sweep' }));
  expect(await screen.findByText(/^Best of the first part: Entry: timeperiod of RSI 8/)).toBeTruthy();
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

it('deletes the strategy after a confirmation', async () => {
  const { inputsOf } = open([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', {
    name: /^Delete "RSI reversal" with its backtests/,
  });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(inputsOf('strategies.delete')).toEqual([{ strategyId: strategyDetail().id }]));
});

it('names a strategy that does not exist, and rules that cannot be run', async () => {
  open([], { 'strategies.get': failWith(new ErrorResponse(404, 'Strategy not found')) });
  expect(await screen.findByRole('heading', { name: 'Strategy Not Found' })).toBeTruthy();
});

it('shows rules of its own form as text', async () => {
  open([], {}, strategyDetail({ runnable: false, rules: { entry: { below: 30 } } }));
  expect(await screen.findByText("This strategy's rules are not in a form that can be run")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Run backtest' })).toBeNull();
});
