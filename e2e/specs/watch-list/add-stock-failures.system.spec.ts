import type { Page } from '@playwright/test';
import type { Server } from '../../support/server.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const task = { data: { task_id: 'task-1', symbol: 'AAPL' }, message: 'Fetching AAPL' };

async function add(page: Page, symbol: string): Promise<void> {
  await page.goto('/stocks');
  await page.getByRole('button', { name: 'Add Stock' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Stock Symbol or ISIN').fill(symbol);
  await dialog.getByRole('button', { name: 'Add Stock' }).click();
}

test.beforeEach(({ account: _ }) => {});

const failures: Record<string, (server: Server) => Promise<void>> = {
  'The provider rests.': (server) => server.refuse('stocks.add', { message: 'The provider rests.' }),
  'Failed to add stock': (server) => server.fail('stocks.add'),
  'The server cannot be reached. Check your connection and try again.': (server) =>
    server.disconnect('stocks.add'),
  'AAPL is already on your watch list': (server) =>
    server.answer('stocks.add', { message: 'AAPL is already on your watch list' }),
  'No stock found for "AAPL"': async (server) => {
    await server.answer('stocks.add', task);
    await server.answer('stocks.task', { status: 'FAILURE', result: { error: 'No stock found for "AAPL"' } });
  },
  'Failed to fetch stock data': async (server) => {
    await server.answer('stocks.add', task);
    await server.answer('stocks.task', { status: 'FAILURE', result: null });
  },
  'Failed to check task status': async (server) => {
    await server.answer('stocks.add', task);
    await server.refuse('stocks.task', { message: 'Something broke.' });
  },
};

for (const [sentence, provoke] of Object.entries(failures)) {
  test(`shows: ${sentence}`, async ({ page, server }) => {
    await provoke(server);
    await add(page, 'AAPL');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toHaveText(sentence);
    await expect(dialog.getByRole('button', { name: 'Add Stock' })).toBeEnabled();
    await dialog.getByLabel('Stock Symbol or ISIN').fill('MSFT');
    await expect(dialog.getByRole('alert')).toBeHidden();
  });
}

test('shows "Failed to add stock" when the response has neither message nor task', async ({
  page,
  server,
}) => {
  await server.answer('stocks.add', {});
  await add(page, 'AAPL');
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Failed to add stock');
});

test('adds nothing to the list when the symbol is unknown', async ({ page }) => {
  await add(page, 'NOSUCH');
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('No stock found for "NOSUCH"');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('No stocks tracked yet')).toBeVisible();
});

test('shows a message when the stock is on the list already', async ({ page, api, account }) => {
  await addStock(api, account, 'MSFT');
  await add(page, 'msft');
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('MSFT is already on your watch list');
});
