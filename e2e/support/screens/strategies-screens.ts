import type { Page } from '@playwright/test';
import { signalEntry } from '../data/signals.ts';
import type { Server } from '../server.ts';
import {
  backtest,
  equityRows,
  listedBacktest,
  numbers,
  strategies,
  strategy,
  summary,
  sweep,
  trades,
} from '../strategies-data.ts';
import type { Screen } from './screens.ts';

const address = `/strategies/${strategy.id}`;

const earlier = {
  ...listedBacktest,
  id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c32',
  created_at: '2026-11-18T21:00:00.000Z',
  is_stale: true,
  summary: { ...summary, return_percent: -4.2 },
};

async function answerList(server: Server): Promise<void> {
  await server.answer('strategies.list', { strategies, total: strategies.length });
  await server.answer('strategies.backtests.list', { backtests: [listedBacktest], total: 1 });
  await server.answer('signals.list', {
    signals: [signalEntry({ strategy_id: strategy.id, side: 'entry' })],
    total: 1,
    unread: 0,
  });
}

/** A strategy with these backtests and sweeps. */
async function answerStrategy(
  server: Server,
  {
    backtests = [listedBacktest, earlier],
    sweeps = [sweep],
  }: { backtests?: unknown[]; sweeps?: unknown[] } = {},
): Promise<void> {
  await server.answer('strategies.get', strategy);
  await server.answer('strategies.check', {
    runnable: true,
    sentences: { entry: '', exit: '' },
    problems: [],
    look_back: 199,
    numbers,
  });
  await server.answer('strategies.backtests.list', { backtests, total: backtests.length });
  await server.answer('strategies.backtests.get', backtest);
  await server.answer('strategies.backtests.equity', { symbol: 'AAPL', equity: equityRows });
  await server.answer('strategies.backtests.months', { symbol: 'AAPL', years });
  await server.answer('strategies.backtests.trades', { trades, total: trades.length });
  await server.answer('strategies.sweeps.list', { sweeps, total: sweeps.length });
  await server.answer('strategies.sweeps.get', sweep);
}

/** The returns of two years, the first from August on. */
const years = [
  {
    year: 2020,
    months: [null, null, null, null, null, null, null, 1.2, -0.4, 3.1, 0, 2.2],
    return_percent: 6.2,
  },
  { year: 2021, months: [2, -1.5, 0, 4, 1, 0.5, -2, 3, 1, -0.8, 2.2, 1.1], return_percent: 10.8 },
];

const started = { task_id: 't', backtest_id: backtest.id, message: 'Running the backtest' };
const progress = { task_id: 't', status: 'PROGRESS', message: '', info: { current: 3, total: 8 } };

async function openStrategy(page: Page): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Run backtest' }).waitFor();
}

async function openResult(page: Page): Promise<void> {
  await openStrategy(page);
  await page.getByRole('figure', { name: /^Equity of AAPL/ }).waitFor();
  await page.getByRole('figure', { name: /^Price chart of AAPL/ }).waitFor();
}

/** Screens of an account that tracks AAPL, with strategies as the server returns them. */
export const strategiesScreens: Readonly<Record<string, Screen>> = {
  strategies: {
    provoke: answerList,
    open: async (page) => {
      await page.goto('/strategies');
      await page.getByText('+84.13%').first().waitFor();
    },
  },
  'strategies-empty': {
    provoke: (server) => server.answer('strategies.list', { strategies: [], total: 0 }),
    open: async (page) => {
      await page.goto('/strategies');
      await page.getByText('No strategies yet.').waitFor();
    },
  },
  'strategies-loading': {
    provoke: (server) => server.hold('strategies.list'),
    open: async (page) => {
      await page.goto('/strategies');
      await page.getByText('Loading strategies...').waitFor();
    },
  },
  'strategies-error': {
    provoke: (server) => server.refuse('strategies.list', { message: 'The database cannot be reached.' }),
    open: async (page) => {
      await page.goto('/strategies');
      await page.getByRole('alert').waitFor();
    },
  },
  'strategies-add': {
    open: async (page) => {
      await page.goto('/strategies');
      await page.getByRole('button', { name: 'Start from this example: RSI reversal' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Chosen' }).click();
      await dialog.getByLabel('Stop-loss (%)').fill('100');
      await dialog.getByRole('button', { name: 'Add Strategy' }).click();
      await dialog.getByText('Choose at least one stock').waitFor();
    },
  },
  'strategies-add-dismissed': {
    open: async (page) => {
      await page.goto('/strategies');
      await page.getByRole('button', { name: 'Add Strategy' }).click();
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Breakout');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog', { name: 'Close without adding the strategy?' }).waitFor();
    },
  },
  'strategy-new': {
    provoke: (server) => answerStrategy(server, { backtests: [], sweeps: [] }),
    open: async (page) => {
      await openStrategy(page);
      await page.getByText('No backtest yet.').waitFor();
    },
  },
  'strategy-result': { provoke: answerStrategy, open: openResult },
  'strategy-live-problems': {
    provoke: async (server) => {
      await answerStrategy(server);
      const problem = (symbol: string, bars: number) => ({
        symbol,
        message: `This strategy needs 201 bars, ${symbol} has ${bars}`,
      });
      await server.answer('strategies.get', {
        ...strategy,
        is_active: true,
        live_problems: [problem('NEWCO', 120), problem('BRK-B', 199)],
      });
    },
    open: async (page) => {
      await openResult(page);
      await page.getByText('No live signals on 2 stocks').waitFor();
    },
  },
  'strategy-result-tables': {
    provoke: answerStrategy,
    open: async (page) => {
      await openResult(page);
      await page.getByRole('button', { name: 'Show equity as table' }).click();
      await page.getByRole('table', { name: 'Equity of AAPL' }).waitFor();
      await page.getByText('1 stock was skipped').click();
    },
  },
  'strategy-result-stock': {
    provoke: async (server) => {
      await answerStrategy(server);
      await server.answer('strategies.backtests.trades', { trades: [], total: 0 });
    },
    open: async (page) => {
      await page.goto(`${address}?symbol=BRK-B`);
      await page.getByText('10,000 USD does not buy one share of BRK-B.').first().waitFor();
      await page.getByText('No trades.').waitFor();
    },
  },
  'strategy-result-stale': {
    provoke: async (server) => {
      await answerStrategy(server);
      await server.answer('strategies.backtests.get', { ...backtest, is_stale: true });
    },
    open: async (page) => {
      await openResult(page);
      await page.getByText('Prices have changed since this backtest.').waitFor();
    },
  },
  'strategy-statistic': {
    provoke: answerStrategy,
    open: async (page) => {
      await openResult(page);
      await page.getByRole('button', { name: 'Exposure' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'strategy-running': {
    provoke: async (server) => {
      await answerStrategy(server);
      await server.answer('strategies.backtests.run', started);
      await server.answer('strategies.task', { ...progress, result: null, error: null });
    },
    open: async (page) => {
      await openResult(page);
      await page.getByRole('button', { name: 'Run backtest' }).click();
      await page.getByRole('button', { name: 'Running... 38%' }).waitFor();
    },
  },
  'strategy-run-failed': {
    provoke: async (server) => {
      await answerStrategy(server, { backtests: [], sweeps: [] });
      await server.answer('strategies.backtests.run', started);
      await server.answer('strategies.task', {
        ...progress,
        status: 'FAILURE',
        info: null,
        result: null,
        error: 'None of the stocks has enough bars for this strategy',
      });
    },
    open: async (page) => {
      await openStrategy(page);
      await page.getByRole('button', { name: 'Run backtest' }).click();
      await page.getByText('None of the stocks has enough bars for this strategy').waitFor();
    },
  },
  'strategy-invalid': {
    provoke: (server) => answerStrategy(server, { backtests: [], sweeps: [] }),
    open: async (page) => {
      await openStrategy(page);
      await page.getByRole('group', { name: 'Entry rule' }).getByRole('button', { name: 'Text' }).click();
      await page.getByRole('textbox', { name: 'Rule', exact: true }).fill('rsi(14) above 30');
      await page.getByLabel('Size (% of cash)').fill('120');
      await page.getByRole('button', { name: 'Run backtest' }).click();
      await page.getByText(/^Unexpected "above"/).waitFor();
    },
  },
  'strategy-incomplete': {
    provoke: (server) => answerStrategy(server, { backtests: [], sweeps: [] }),
    open: async (page) => {
      await openStrategy(page);
      await page.getByRole('switch', { name: 'Sell by a rule' }).click();
      await page.getByLabel('Stop-loss (%)').fill('');
      await page.getByLabel('Sell after (bars)').fill('');
      await page.getByRole('button', { name: 'Chosen' }).click();
      await page.getByRole('button', { name: 'Run backtest' }).click();
      await page.getByText('A strategy needs a way out').waitFor();
    },
  },
  'strategy-backtest-deleted': {
    provoke: async (server) => {
      await answerStrategy(server);
      await server.refuse('strategies.backtests.get', { status: 404, message: 'Backtest not found' });
    },
    open: async (page) => {
      await page.goto(`${address}?run=${earlier.id}`);
      await page.getByRole('button', { name: 'Show the newest' }).waitFor();
    },
  },
  'strategy-other-rules': {
    provoke: async (server) => {
      await answerStrategy(server);
      await server.answer('strategies.get', { ...strategy, rules: { ...strategy.rules, max_bars: 20 } });
    },
    open: async (page) => {
      await openResult(page);
      await page.getByText('The rules have changed since this backtest').waitFor();
      await page.getByText('The rules have changed since this sweep.').waitFor();
    },
  },
  'strategy-free-form': {
    provoke: (server) => server.answer('strategies.get', { ...strategies[3], runnable: false, problems: [] }),
    open: async (page) => {
      await page.goto(address);
      await page.getByText("This strategy's rules are not in a form that can be run").waitFor();
    },
  },
  'strategy-loading': {
    provoke: (server) => server.hold('strategies.get'),
    open: async (page) => {
      await page.goto(address);
      await page.getByText('Loading strategy...').waitFor({ state: 'attached' });
    },
  },
  'strategy-not-found': {
    provoke: (server) => server.refuse('strategies.get', { status: 404, message: 'Strategy not found' }),
    open: async (page) => {
      await page.goto(address);
      await page.getByRole('heading', { name: 'Strategy Not Found' }).waitFor();
    },
  },
  'strategy-delete': {
    provoke: answerStrategy,
    open: async (page) => {
      await openResult(page);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
};
