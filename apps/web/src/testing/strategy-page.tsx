import type { Backtest, StrategyDetail } from '@stockbook/api/schemas';
import { render } from '@testing-library/react';
import { useReducer } from 'react';
import { StrategyPage } from '#features/strategies/page/strategy-page.tsx';
import type { ShownPart } from '#features/strategies/page/strategy-workbench.tsx';
import { catalogueResponse } from './catalogue.ts';
import { type Answers, ErrorResponse, fakeServer } from './fake-server.ts';
import { InRouter } from './in-router.tsx';
import { SignedIn } from './signed-in.tsx';
import { backtestTrade, listedBacktest, stockResult, strategyDetail, strategyTask } from './strategies.ts';
import { watchList, watchListItem } from './watch-list-item.ts';

const emptyColumns = () => ({ time: [], open: [], high: [], low: [], close: [], volume: [] });

function Page() {
  const [shown, show] = useReducer(
    (before: ShownPart, change: Partial<ShownPart>) => ({ ...before, ...change }),
    {
      run: undefined,
      symbol: undefined,
    },
  );
  return <StrategyPage strategyId={strategyDetail().id} {...shown} onShow={show} />;
}

const equity = [
  { date: '2016-01-04', equity: 10_000, buy_and_hold: 10_000 },
  { date: '2020-01-03', equity: 15_000, buy_and_hold: 12_000 },
  { date: '2026-11-20', equity: 18_000, buy_and_hold: 60_000 },
];

/** Renders the page of a strategy whose backtests are these, newest first; answers may be replaced. */
export function openStrategyPage(
  backtests: Backtest[],
  answers: Answers = {},
  strategy: StrategyDetail = strategyDetail(),
) {
  let stored = backtests;
  let saved = strategy;
  const seen = fakeServer({
    'strategies.get': () => saved,
    'strategies.list': () => ({ strategies: [saved], total: 1 }),
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
        { address: 'entry[0]', label: 'timeperiod of RSI', value: 14, min: 2, max: 100_000 },
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
        <main tabIndex={-1}>
          <Page />
        </main>
      </InRouter>
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

/** A backtest of one stock, with overrides. */
export function backtest(facts: Partial<Backtest> = {}): Backtest {
  return { ...listedBacktest(), results: [stockResult()], combined: null, median_symbol: 'AAPL', ...facts };
}
