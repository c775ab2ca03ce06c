import { expect, type Page } from '@playwright/test';
import { pressTool } from '../chart-tools.ts';
import type { Screen } from './screens.ts';

async function openChart(page: Page, search = ''): Promise<void> {
  await page.goto(`/stocks/AAPL${search}`);
  await page.getByRole('figure', { name: /^Price and volume chart/ }).waitFor();
}

/** Two sets, as `studySets.list` returns them. */
const studySets = {
  study_sets: [
    {
      id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11',
      name: 'Momentum',
      studies: [
        { indicator_function: 'RSI', indicator_name: 'RSI', parameters: { timeperiod: 14 }, color: null },
        {
          indicator_function: 'MACD',
          indicator_name: 'MACD',
          parameters: { fastperiod: 12, slowperiod: 26, signalperiod: 9 },
          color: '#0d9488',
        },
      ],
      created_at: '2026-11-01T08:00:00.000Z',
      updated_at: '2026-11-01T08:00:00.000Z',
    },
    {
      id: '2',
      name: 'Moving averages of long, medium and short periods',
      studies: [200, 50, 20].map((timeperiod) => ({
        indicator_function: 'SMA',
        indicator_name: 'Simple Moving Average',
        parameters: { timeperiod },
        color: null,
      })),
      created_at: '2026-11-01T08:00:00.000Z',
      updated_at: '2026-11-01T08:00:00.000Z',
    },
  ],
  total: 2,
};

const dayMs = 86_400_000;
/** A date so many days ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** One drawing of each kind, as `drawings.list` returns them. */
const drawings = [
  {
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c31',
    kind: 'trend',
    name: 'Rising since May',
    points: [
      { date: daysAgo(200), price: 180 },
      { date: daysAgo(40), price: 240 },
    ],
  },
  {
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c32',
    kind: 'ray',
    name: null,
    points: [{ date: daysAgo(250), price: 200 }],
  },
  {
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c33',
    kind: 'rectangle',
    name: null,
    points: [
      { date: daysAgo(150), price: 170 },
      { date: daysAgo(90), price: 210 },
    ],
  },
];

async function openIndicators(page: Page): Promise<void> {
  await openChart(page);
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  await page.getByRole('figure', { name: /^Chart of/ }).waitFor();
}

async function showIndicators(page: Page): Promise<void> {
  await openIndicators(page);
  const switches = page.getByRole('switch');
  await expect(switches).toHaveCount(4);
  // Each adds a pane, which moves the others away from a pointer.
  for (const toggle of await switches.all()) await toggle.press('Space');
  await page.getByRole('button', { name: 'Hide Indicators' }).click();
}

/** Screens of the chart of an account that tracks AAPL and others, and has indicators of AAPL. */
export const chartScreens: Readonly<Record<string, Screen>> = {
  'chart-compare': {
    open: async (page) => {
      await openChart(page, '?compare=MSFT,NVDA,TSLA');
      await page.getByRole('table', { name: /^Returns from/ }).waitFor();
    },
  },
  'chart-compare-menu': {
    open: async (page) => {
      await openChart(page, '?compare=MSFT');
      await pressTool(page, 'Compare');
      await page.getByRole('textbox', { name: 'Search stocks to compare' }).fill('co');
      await page.getByText('Add to watch list and compare').first().waitFor();
    },
  },
  'chart-percent': { open: (page) => openChart(page, '?scale=percent') },
  'chart-log': { open: (page) => openChart(page, '?scale=log&range=ALL&interval=monthly') },
  'chart-ranges': {
    open: async (page) => {
      await openChart(page);
      await page.getByRole('button', { name: 'More ranges' }).click();
      await page.getByRole('textbox', { name: 'From' }).waitFor();
    },
  },
  'chart-dates-invalid': {
    open: async (page) => {
      await openChart(page, '?from=2026-01-05&to=2026-06-30');
      await page.getByRole('button', { name: 'More ranges' }).click();
      await page.getByLabel('To', { exact: true }).fill('2025-01-05');
      await page.getByRole('button', { name: 'Show dates' }).click();
      await page.getByText('The first day must not be after the last day').waitFor();
    },
  },
  'chart-settings': {
    open: async (page) => {
      await openChart(page);
      await page.getByRole('button', { name: 'Chart settings' }).click();
      await page.getByRole('switch', { name: 'Adjust for dividends' }).waitFor();
    },
  },
  'chart-export': {
    open: async (page) => {
      await openChart(page);
      await pressTool(page, 'Export');
      await page.getByRole('menuitem', { name: 'Download CSV' }).waitFor();
    },
  },
  'chart-zoomed': {
    open: async (page) => {
      await openChart(page);
      await page.getByRole('application').focus();
      await page.keyboard.press('+');
      await page.getByRole('button', { name: 'Reset view' }).waitFor();
    },
  },
  'indicator-edit': {
    open: async (page) => {
      await openIndicators(page);
      await page.getByRole('button', { name: /^Edit MACD/ }).click();
      await page.getByRole('group', { name: 'Color' }).waitFor();
    },
  },
  'study-sets': {
    provoke: (server) => server.answer('studySets.list', studySets),
    open: async (page) => {
      await showIndicators(page);
      await page.getByRole('button', { name: 'Indicators', exact: true }).click();
      await page.getByLabel(/^Save the 4 indicators/).waitFor();
    },
  },
  'study-sets-menu': {
    provoke: (server) => server.answer('studySets.list', studySets),
    open: async (page) => {
      await openChart(page);
      await page.getByRole('button', { name: 'Indicators', exact: true }).click();
      await page.getByRole('button', { name: 'Menu of Momentum' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    },
  },
  'study-sets-empty': {
    open: async (page) => {
      await openChart(page);
      await page.getByRole('button', { name: 'Indicators', exact: true }).click();
      await page.getByText('Save the indicators on the chart as a set').waitFor();
    },
  },
  'indicators-search': {
    open: async (page) => {
      await openChart(page);
      await page.getByRole('button', { name: 'Indicators', exact: true }).click();
      await page.getByRole('searchbox', { name: 'Find an indicator' }).fill('average');
      await page.getByRole('button', { name: /^SMA/ }).waitFor();
    },
  },
  'chart-drawings': {
    provoke: (server) => server.answer('drawings.list', { drawings }),
    open: async (page) => {
      await openChart(page);
      await pressTool(page, 'Draw');
      await page.getByRole('button', { name: /^Rising/ }).click();
      await page.getByRole('button', { name: /^Rising since May, first point/ }).waitFor();
    },
  },
  'chart-drawings-menu': {
    provoke: (server) => server.answer('drawings.list', { drawings }),
    open: async (page) => {
      await openChart(page);
      await pressTool(page, 'Draw');
      await page.getByRole('button', { name: 'Rename Rectangle' }).click();
      await page.getByLabel('New name of Rectangle').waitFor();
    },
  },
  'section-not-downloaded': {
    errors: /ChunkLoadError|not downloaded/,
    open: async (page) => {
      await page.route('**/bars-table-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'throw new TypeError("not downloaded")' }),
      );
      await openChart(page);
      await pressTool(page, 'Show as table');
      await page.getByRole('alert').waitFor();
    },
  },
};

/** Only to look at: the browser cannot resize a full screen, and paper has no controls. */
export const picturedScreens: Readonly<Record<string, Screen>> = {
  'chart-full-screen': {
    open: async (page) => {
      await openChart(page);
      await pressTool(page, 'Full screen');
      await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    },
  },
  'page-not-loaded': {
    errors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|ChunkLoadError/,
    open: async (page) => {
      // Otherwise the code of every page is loaded when idle.
      await page.addInitScript(() => {
        window.requestIdleCallback = () => 0;
      });
      await page.goto('/dashboard');
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Stock Tracking' }).press('Enter');
      await page.getByText('This page is not loaded yet').waitFor();
    },
  },
  'stocks-printed': {
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('article').first().waitFor();
      await page.emulateMedia({ media: 'print' });
    },
  },
  'stocks-table-printed': {
    open: async (page) => {
      await page.goto('/stocks?view=table');
      await page.getByRole('table').waitFor();
      await page.emulateMedia({ media: 'print' });
    },
  },
  'stock-printed': {
    open: async (page) => {
      await openChart(page);
      await page.emulateMedia({ media: 'print' });
    },
  },
};
