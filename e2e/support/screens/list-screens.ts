import type { Page } from '@playwright/test';
import { answerQuotes } from '../data/quotes.ts';
import type { Server } from '../server.ts';
import type { Screen } from './screens.ts';

async function openTable(page: Page): Promise<void> {
  await page.goto(
    '/stocks?view=table&columns=last,change,percent,volume,position,week,month,year,sector,note',
  );
  // A phone shows the first three columns.
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  await page
    .getByRole('cell', { name: isPhone ? /%$/ : /% of / })
    .first()
    .waitFor();
}

/** Rising, falling and stale prices, one after hours and one without a trade. */
function provokeQuotes(server: Server): Promise<void> {
  const now = new Date().toISOString();
  const extended = { kind: 'post', price: 188.1, change: 0.48, change_percent: 0.3675, time: now };
  const facts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    MSFT: { change: -3.1, change_percent: -1.6254, is_stale: true },
    NVDA: { market_state: 'post', extended },
    TSLA: { no_trade_since: now, delay_minutes: null },
  };
  return server.answer(
    'quotes.list',
    answerQuotes((symbol) => facts[symbol] ?? {}),
  );
}

function openQuotes(view: string): Screen {
  return {
    provoke: provokeQuotes,
    open: async (page) => {
      await page.goto(`/stocks?view=${view}`);
      await page.getByText('$187.62').first().waitFor();
    },
  };
}

/** Screens of the list, of the stock pages' frame and of the commands, of an account with stocks. */
export const listScreens: Readonly<Record<string, Screen>> = {
  'stocks-table': { open: openTable },
  'quotes-list': openQuotes('list'),
  'quotes-grid': openQuotes('grid'),
  'quotes-table': openQuotes('table&columns=last,change,percent,time,year'),
  'quotes-stock': {
    provoke: provokeQuotes,
    open: async (page) => {
      await page.goto('/stocks/AAPL');
      await page.getByText('In progress').first().waitFor();
    },
  },
  'quotes-level': {
    provoke: provokeQuotes,
    open: async (page) => {
      await page.goto('/stocks/AAPL');
      await page.getByText('In progress').first().waitFor();
      await page.keyboard.press('a');
      await page.getByLabel('Check', { exact: true }).selectOption('During the session');
      await page.getByText('Prices of this exchange are delayed').waitFor();
    },
  },
  'stocks-table-columns': {
    open: async (page) => {
      await openTable(page);
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('switch', { name: 'Sector', exact: true }).waitFor();
    },
  },
  'stocks-table-own-columns': {
    open: async (page) => {
      await page.goto('/stocks?view=table&group=sector&own=rsi(14);close > sma(200)');
      await page
        .getByRole('cell', { name: /^(Yes|No)$/ })
        .first()
        .waitFor();
    },
  },
  'stocks-map': {
    open: async (page) => {
      await page.goto('/stocks?view=map');
      await page.getByText('Best of the day').waitFor();
    },
  },
  'stocks-table-selected': {
    open: async (page) => {
      await openTable(page);
      await page.getByRole('checkbox', { name: 'Select MSFT' }).check();
      await page.getByRole('checkbox', { name: 'Select TSLA' }).click({ modifiers: ['Shift'] });
      await page.getByRole('region', { name: 'Selected stocks' }).waitFor();
    },
  },
  'stocks-undo': {
    provoke: (server) => server.answer('stocks.update', {}),
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('article', { name: /^MSFT/ }).getByTitle('Add to favorites').click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      // Otherwise the message would close while the page is looked at.
      await page.getByRole('button', { name: 'Undo' }).focus();
    },
  },
  'import-preview': {
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByLabel('Stocks to import').fill('AAPL KO US0378331006 a/b');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Add 1 stock' }).waitFor();
    },
  },
  'import-no-text': {
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page
        .getByLabel('File to import')
        .setInputFiles({ name: 'chart.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0, 0]) });
      await page.getByText('chart.png is not a text file.').waitFor();
    },
  },
  'add-stock-tracked': {
    open: async (page) => {
      await page.goto('/stocks?add=true');
      await page.getByLabel('Stock Symbol or ISIN').pressSequentially('micro');
      // Suggestions for fewer letters may show more of the list.
      await page.getByRole('option', { name: /^MSFT/ }).getByText('On your list').waitFor();
    },
  },
  'add-stock-wrong-isin': {
    open: async (page) => {
      await page.goto('/stocks?add=true');
      await page.getByLabel('Stock Symbol or ISIN').pressSequentially('US0378331006');
      await page.getByText('Invalid ISIN').waitFor();
    },
  },
  'add-stock-idle': {
    open: async (page) => {
      await page.goto('/stocks?add=true');
      await page.getByText('Stocks that match show here as you type.').waitFor();
    },
  },
  'add-stock-unknown': {
    provoke: (server) => server.answer('stocks.search', { results: [] }),
    open: async (page) => {
      await page.goto('/stocks?add=true');
      await page.getByLabel('Stock Symbol or ISIN').fill('nosuch');
      await page.getByText('Nothing found by that name.').waitFor();
    },
  },
  'import-pasted': {
    open: async (page) => {
      await page.goto('/stocks?add=true');
      const symbolField = page.getByLabel('Stock Symbol or ISIN');
      // The form listens once it has taken the focus.
      await symbolField.and(page.locator(':focus')).waitFor();
      await symbolField.evaluate((field) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', 'MSFT KO\nUS0378331005');
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await page.getByLabel('Stocks to import').waitFor();
    },
  },
  'stocks-none-found': {
    open: async (page) => {
      await page.goto('/stocks?q=nosuch');
      await page.getByText('No stock on your list matches.').waitFor();
    },
  },
  'stocks-remove-several': {
    open: async (page) => {
      await openTable(page);
      await page.getByRole('checkbox', { name: 'Select MSFT' }).check();
      await page.getByRole('checkbox', { name: 'Select TSLA' }).click({ modifiers: ['Shift'] });
      await page
        .getByRole('region', { name: 'Selected stocks' })
        .getByRole('button', { name: 'Stop tracking' })
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  'stop-tracking-failed': {
    provoke: (server) => server.refuse('stocks.remove', { message: 'The database cannot be reached.' }),
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('button', { name: 'Stop tracking' }).first().click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop tracking' }).click();
      await page.getByText('The database cannot be reached.').waitFor();
    },
  },
  'command-palette-none': {
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('article').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByLabel('Search commands and stocks').fill('nosuch');
      await page.getByText('Nothing matches.').waitFor();
    },
  },
  'command-palette': {
    open: async (page) => {
      await page.goto('/stocks/AAPL');
      await page.getByRole('figure').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
};
