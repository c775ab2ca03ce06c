import { addStock, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import type { Item } from '../../support/watch-list.ts';

function withFacts(facts: Record<string, unknown>, link: Partial<Item> = {}) {
  return (item: Item) => ({ ...item, ...link, stock: { ...item.stock, ...facts } });
}

test.describe('read-only', () => {
  test.beforeEach(({ page, reader }) => signIn(page, reader));

  test('names the stock and its state', async ({ page }) => {
    await page.goto('/stocks/AAPL');
    await expect(page).toHaveTitle('AAPL · Stockbook');
    const header = page.getByRole('main').locator('header');
    await expect(header.getByRole('heading', { level: 1 })).toHaveText('AAPL');
    for (const text of ['Apple Inc.', 'Active', 'Data Available', 'Simulated data']) {
      await expect(header.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('Simulated data: these prices are made up')).toBeVisible();
    await expect(header.getByTitle('Add to favorites')).toBeVisible();
  });

  test('shows that a stock is inactive and has no data', async ({ page, server }) => {
    await server.alter(
      'stocks.get',
      withFacts({ is_active: false, data_fetched: false, data_start_date: null, data_end_date: null }),
    );
    await page.goto('/stocks/AAPL');
    await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
    await expect(page.getByText('Data Available', { exact: true })).toHaveCount(0);
    await expect(page.getByText('No chart data available')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show Indicators' })).toHaveCount(0);
    const quarter = page.getByRole('button', { name: '3M' });
    await quarter.hover();
    await quarter.click();
    await expect(quarter).toHaveAttribute('aria-pressed', 'true');
    expect(server.calls('stocks.chart')).toHaveLength(0);
  });

  test('the star is filled for a favourite, and an outline otherwise', async ({ page, server }) => {
    await page.goto('/stocks/AAPL');
    await expect(page.getByTitle('Add to favorites').locator('svg')).toHaveCSS('fill', 'none');
    await server.alter('stocks.get', withFacts({}, { is_favorite: true }));
    await page.reload();
    await expect(page.getByTitle('Remove from favorites').locator('svg')).not.toHaveCSS('fill', 'none');
  });

  test('Stock Information holds five facts', async ({ page }) => {
    await page.goto('/stocks/AAPL');
    const card = page.getByRole('region', { name: 'Stock Information' });
    await expect(card.getByRole('term')).toHaveText(['Symbol', 'Name', 'ISIN', 'Exchange', 'Currency']);
    await expect(card.getByRole('definition')).toHaveText([
      'AAPL',
      'Apple Inc.',
      'US0378331005',
      'NASDAQ',
      'USD',
    ]);
  });

  for (const empty of [null, '']) {
    test(`ISIN, exchange and currency are N/A when they are ${JSON.stringify(empty)}`, async ({
      page,
      server,
    }) => {
      await server.alter('stocks.get', withFacts({ isin: empty, exchange: empty, currency: empty }));
      await page.goto('/stocks/AAPL');
      const card = page.getByRole('region', { name: 'Stock Information' });
      await expect(card.getByRole('definition')).toHaveText(['AAPL', 'Apple Inc.', 'N/A', 'N/A', 'N/A']);
    });
  }

  test('shows a back button and Loading stock information... while it waits', async ({ page, server }) => {
    const release = await server.hold('stocks.get');
    await page.goto('/stocks/AAPL');
    await expect(page.getByRole('status').getByText('Loading stock information...')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to stocks' })).toBeVisible();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('AAPL');
  });

  test('shows "Error Loading Stock" with a retry that reloads the page', async ({ page, server }) => {
    await server.refuse('stocks.get', { status: 503, message: 'The database cannot be reached.' });
    await page.goto('/stocks/AAPL');
    const problem = page.getByRole('alert');
    await expect(problem.getByRole('heading')).toHaveText('Error Loading Stock');
    await expect(problem).toContainText('The database cannot be reached.');
    await expect(page.getByRole('link', { name: 'Back to stocks' })).toBeVisible();
    await server.restore('stocks.get');
    const loaded = page.waitForEvent('load');
    await problem.getByRole('button', { name: 'Retry' }).click();
    await loaded;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('AAPL');
  });

  test('shows "Failed to load stock information" without a message of the server', async ({
    page,
    server,
  }) => {
    await server.fail('stocks.get');
    await page.goto('/stocks/AAPL');
    await expect(page.getByRole('alert')).toContainText('Failed to load stock information');
  });

  test('shows "Stock Not Found" when the stock is not on the list', async ({ page, log }) => {
    log.expect(/404.*stocks\.get/);
    await page.goto('/stocks/TSLA');
    await expect(page.getByRole('heading', { name: 'Stock Not Found' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('TSLA is not on your watch list.');
  });

  for (const [typed, symbol] of [
    ['aapl', 'AAPL'],
    ['%5EGSPC', '^GSPC'],
    ['EURUSD=X', 'EURUSD=X'],
    ['eurusd%3dx', 'EURUSD=X'],
  ] as const) {
    test(`/stocks/${typed} is ${symbol}`, async ({ page }) => {
      await page.goto(`/stocks/${typed}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(symbol);
      await expect(page.getByRole('figure')).toBeVisible();
    });
  }
});

test.describe('favourite', () => {
  test.beforeEach(async ({ page, api, account }) => {
    await addStock(api, account, 'AAPL');
    await page.goto('/stocks/AAPL');
  });

  test('saves a favourite on the server, and shows it on the list', async ({ page, server }) => {
    await page.getByTitle('Add to favorites').click();
    await expect(page.getByTitle('Remove from favorites')).toBeVisible();
    // The star is shown before the request is sent.
    await expect
      .poll(() => server.calls('stocks.update').at(-1)?.input)
      .toEqual({ symbol: 'AAPL', is_favorite: true });
    await page.getByRole('link', { name: 'Back to stocks' }).click();
    await expect(page.getByTitle('Remove from favorites')).toBeVisible();
  });

  for (const sentence of ['Not today.', 'Failed to update favorite']) {
    test(`shows an error when it is not saved: ${sentence}`, async ({ page, server }) => {
      if (sentence === 'Not today.') await server.refuse('stocks.update', { message: sentence });
      else await server.fail('stocks.update');
      await page.getByTitle('Add to favorites').click();
      await expect(page.getByRole('alertdialog', { name: sentence })).toBeVisible();
      await page.getByRole('button', { name: 'OK' }).click();
      await expect(page.getByTitle('Add to favorites')).toBeVisible();
    });
  }
});

test('keeps nothing of one stock on the page of another', async ({ page, api, account }) => {
  await addStock(api, account, 'MSFT');
  await addStock(api, account, 'AAPL');
  await page.goto('/stocks/AAPL');
  await expect(page.getByRole('heading', { name: 'AAPL' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to stocks' }).click();
  await page.getByRole('link', { name: 'MSFT' }).click();
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Notes', { exact: true }).last().fill('Of MSFT.');
  await page.evaluate(() => history.go(-2));
  await expect(page.getByRole('heading', { name: 'AAPL' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show Indicators' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
});
