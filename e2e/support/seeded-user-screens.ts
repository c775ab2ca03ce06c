import type { Page } from '@playwright/test';
import type { Screen } from './screens.ts';

async function openStock(page: Page): Promise<void> {
  await page.goto('/stocks/AAPL');
  await page.getByRole('figure').first().waitFor();
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
      await page.getByRole('button', { name: 'Show as table' }).click();
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
    provoke: (server) => server.answer('stocks.bars', { symbol: 'AAPL', interval: 'daily', data: [] }),
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
      for (const toggle of await page.getByRole('switch').all()) await toggle.check({ force: true });
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
};
