import { expect, type Page } from '@playwright/test';
import { pressTool } from '../chart-tools.ts';
import { emptyColumns } from '../columns.ts';
import type { Screen } from './screens.ts';

async function openStock(page: Page): Promise<void> {
  await page.goto('/stocks/AAPL');
  await page.getByRole('figure').first().waitFor();
}

const exampleRule = {
  id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11',
  name: 'Oversold in an uptrend',
  when: 'rsi(14) crosses above 30 and close > sma(200)',
  sentence: 'RSI (14) crosses above 30 and close is above SMA (200)',
  scope: 'stock',
  symbol: 'AAPL',
  trigger: 'becomes_true',
  quiet_bars: 5,
  is_active: true,
  expires_on: null,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  signal_count: 2,
  last_signal: '2026-11-03',
  problems: [],
};

/** The card with a rule that works, one that watches a price, and one that does not work. */
const exampleRules = {
  rules: [
    exampleRule,
    {
      ...exampleRule,
      id: '2',
      name: 'price touches 250',
      when: 'price touches 250',
      sentence: 'price touches 250',
      signal_count: 0,
      last_signal: null,
    },
    {
      ...exampleRule,
      id: '3',
      name: 'Golden cross',
      when: 'sma(50) crosses above sma(200)',
      sentence: 'SMA (50) crosses above SMA (200)',
      is_active: false,
      problems: [{ symbol: 'AAPL', message: 'Not evaluated since Nov 18, 2026: Yahoo refuses requests' }],
    },
  ],
  total: 3,
};

async function openSignalDialog(page: Page): Promise<void> {
  await openStock(page);
  await page.getByRole('button', { name: 'Add Signal' }).click();
  await page.getByText(/^(True|Never became true)/).waitFor();
}

/** Screens of an account that tracks AAPL and has indicators of it. */
export const seededUserScreens: Readonly<Record<string, Screen>> = {
  stocks: {
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('article').first().waitFor();
    },
  },
  'stocks-grid': {
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('button', { name: 'Grid view' }).click();
      await page.getByRole('article').first().waitFor();
    },
  },
  'stop-tracking': {
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('button', { name: 'Stop tracking' }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  'stock-detail': { open: openStock },
  'stock-detail-table': {
    open: async (page) => {
      await page.goto('/stocks/AAPL?range=1M');
      await pressTool(page, 'Show as table');
      await page.getByRole('table', { name: /Daily prices/ }).waitFor();
    },
  },
  'stock-detail-notes': {
    open: async (page) => {
      await openStock(page);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Notes' }).waitFor();
    },
  },
  'stock-detail-notes-restored': {
    open: async (page) => {
      await openStock(page);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Notes' }).fill('Bought after the October low, sold half in');
      await page.reload();
      await page.getByText('Unsaved draft restored').waitFor();
    },
  },
  'stock-detail-notes-changed': {
    open: async (page) => {
      await openStock(page);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Notes' }).fill('Bought after the October low, sold half in');
      await page.evaluate(() => {
        for (const [key, draft] of Object.entries(localStorage)) {
          if (key.includes('notesDraft'))
            localStorage.setItem(key, draft.replace(/"base":"[^"]*"/, '"base":"Bought."'));
        }
      });
      await page.reload();
      await page.getByText('The saved notes have changed').waitFor();
    },
  },
  'stock-detail-no-data': {
    provoke: (server) => server.alter<object>('stocks.chart', (chart) => ({ ...chart, ...emptyColumns })),
    open: async (page) => {
      await page.goto('/stocks/AAPL');
      await page.getByText('No chart data available').waitFor();
    },
  },
  'stock-detail-studies': {
    open: async (page) => {
      await openStock(page);
      await page.getByRole('button', { name: 'Show Indicators' }).click();
      await page.getByRole('figure', { name: /^Chart of/ }).waitFor();
      const switches = page.getByRole('switch');
      await expect(switches).toHaveCount(4);
      // Each adds a pane, which moves the others away from a pointer.
      for (const toggle of await switches.all()) {
        await toggle.press('Space');
        await toggle.and(page.getByRole('switch', { checked: true })).waitFor();
      }
      await page.getByRole('button', { name: 'Hide Indicators' }).click();
      await page.mouse.move(0, 0);
    },
  },
  indicators: {
    open: async (page) => {
      await openStock(page);
      await page.getByRole('button', { name: 'Show Indicators' }).click();
      await page.getByRole('figure', { name: /^Chart of/ }).waitFor();
    },
  },
  'signals-card': {
    provoke: (server) => server.answer('signals.rules.list', exampleRules),
    open: async (page) => {
      await openStock(page);
      await page.getByText('Oversold in an uptrend').waitFor();
    },
  },
  'signals-card-loading': {
    provoke: (server) => server.hold('signals.rules.list'),
    open: async (page) => {
      await openStock(page);
      await page.getByText('Loading signals...').waitFor();
    },
  },
  'signals-card-error': {
    provoke: (server) => server.refuse('signals.rules.list', { message: 'The database cannot be reached.' }),
    open: async (page) => {
      await openStock(page);
      await page.getByRole('region', { name: 'Signals' }).getByRole('alert').waitFor();
    },
  },
  'signals-menu': {
    provoke: (server) => server.answer('signals.rules.list', exampleRules),
    open: async (page) => {
      await openStock(page);
      await page.getByRole('button', { name: 'Menu of Golden cross' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    },
  },
  'signal-dialog': { open: openSignalDialog },
  'signal-dialog-rows': {
    open: async (page) => {
      await openSignalDialog(page);
      await page.getByRole('button', { name: 'Add condition' }).click();
      await page.getByLabel('Before condition 2').selectOption('or');
      await page.getByRole('button', { name: 'Condition 2, right side, more settings' }).click();
      await page.getByLabel('Condition 2, right side, Period').fill('1');
      await page.getByText('timeperiod of SMA must be a whole number').waitFor();
    },
  },
  'signal-dialog-text': {
    open: async (page) => {
      await openSignalDialog(page);
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page.getByRole('textbox', { name: 'Rule', exact: true }).fill('rsi(14) crosses abov 30');
      await page.getByRole('button', { name: 'Use above' }).waitFor();
    },
  },
  'signal-dialog-discard': {
    open: async (page) => {
      await openSignalDialog(page);
      await page.getByLabel('Condition 1, right side, number').fill('25');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog', { name: 'Discard this rule?' }).waitFor();
    },
  },
  'signal-saved': {
    provoke: (server) =>
      server.answer('signals.rules.create', {
        ...exampleRules.rules[0],
        message: 'The rule was added',
        notifications_turned_on: 0,
      }),
    open: async (page) => {
      await openSignalDialog(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Add Signal' }).click();
      await page.getByRole('group', { name: 'Signal added.' }).waitFor();
    },
  },
  'signal-dialog-completion': {
    open: async (page) => {
      await openSignalDialog(page);
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      const text = page.getByRole('textbox', { name: 'Rule', exact: true });
      await text.fill('');
      await text.pressSequentially('close > s');
      await page.getByRole('option', { name: /sma/ }).waitFor();
    },
  },
  'signal-dialog-list': {
    open: async (page) => {
      await openSignalDialog(page);
      await page.getByLabel('Stocks', { exact: true }).selectOption('favorites');
      await page.getByLabel('Silent for … bars after a signal').fill('300');
      await page.getByRole('dialog').getByRole('button', { name: 'Add Signal' }).click();
      await page.getByText('0 to 250').scrollIntoViewIfNeeded();
    },
  },
  'signal-dialog-failed': {
    provoke: (server) =>
      server.refuse('signals.rules.create', { status: 409, message: 'You already have this rule' }),
    open: async (page) => {
      await openSignalDialog(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Add Signal' }).click();
      await page.getByText('You already have this rule').waitFor();
    },
  },
  'price-level': {
    provoke: (server) => server.answer('signals.rules.list', exampleRules),
    open: async (page) => {
      await openStock(page);
      await page.keyboard.press('a');
      await page.getByRole('form', { name: 'Price level' }).waitFor();
    },
  },
};
