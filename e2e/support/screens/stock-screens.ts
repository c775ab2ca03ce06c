import type { Page } from '@playwright/test';
import type { Item } from '../watch-list.ts';
import type { Screen } from './screens.ts';

async function openStock(page: Page, symbol = 'AAPL'): Promise<void> {
  await page.goto(`/stocks/${encodeURIComponent(symbol)}`);
  await page.getByRole('figure', { name: /^Price and volume chart/ }).waitFor();
}

async function openIndicators(page: Page): Promise<void> {
  await openStock(page);
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  await page.getByRole('button', { name: 'Calculate Indicator' }).waitFor();
}

const started = { task_id: 't', message: 'Calculating', stock_symbol: 'AAPL' };
const progress = { task_id: 't', status: 'PROGRESS', message: '', info: { current: 3, total: 8 } };

/** States of the page of a stock, of an account that tracks several and has indicators of AAPL. */
export const stockScreens: Readonly<Record<string, Screen>> = {
  'stock-untracked': {
    errors: /404/,
    open: async (page) => {
      await page.goto('/stocks/KO');
      await page.getByRole('button', { name: 'Add to watch list' }).waitFor();
    },
  },
  'stock-loading': {
    provoke: async (server) => {
      await server.hold('stocks.get');
      await server.hold('stocks.list');
    },
    open: async (page) => {
      await page.goto('/stocks/AAPL');
      await page.getByText('Loading stock information...').waitFor();
    },
  },
  'chart-loading': {
    provoke: (server) => server.hold('stocks.chart'),
    open: async (page) => {
      await page.goto('/stocks/AAPL');
      await page.getByText('Loading chart data...').waitFor();
    },
  },
  'chart-crosshair': {
    open: async (page) => {
      await openStock(page);
      await page.getByRole('application').focus();
      for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowLeft');
    },
  },
  'chart-exchange-rate': { open: (page) => openStock(page, 'EURUSD=X') },
  'chart-index': { open: (page) => openStock(page, '^GSPC') },
  'stock-detail-notes-long': {
    provoke: (server) =>
      server.alter<Item>('stocks.get', (item) => ({
        ...item,
        notes: ['See https://example.com/reports/2026/third-quarter.', ...Array(20).fill('A line.')].join(
          '\n',
        ),
      })),
    open: async (page) => {
      await openStock(page);
      await page.getByRole('button', { name: 'Show all' }).waitFor();
    },
  },
  'indicators-empty': {
    provoke: (server) =>
      server.answer('indicators.forStock', { stock_symbol: 'AAPL', indicators: [], total: 0 }),
    open: async (page) => {
      await openIndicators(page);
      await page.getByText('No indicators calculated yet.').waitFor();
    },
  },
  'indicators-calculating': {
    provoke: async (server) => {
      await server.answer('indicators.calculate', started);
      await server.answer('indicators.task', { ...progress, result: null, error: null });
    },
    open: async (page) => {
      await openIndicators(page);
      await page.getByRole('button', { name: 'Calculate Indicator' }).click();
      await page.getByRole('button', { name: 'Calculating... 38%' }).waitFor();
    },
  },
  'indicators-failed': {
    provoke: (server) =>
      server.refuse('indicators.calculate', { status: 400, message: 'timeperiod must be at least 2' }),
    open: async (page) => {
      await openIndicators(page);
      await page.getByRole('button', { name: 'Calculate Indicator' }).click();
      await page.getByText('timeperiod must be at least 2').waitFor();
    },
  },
};
