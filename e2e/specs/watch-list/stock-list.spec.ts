import type { Locator, Page } from '@playwright/test';
import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import { type WatchList, withStock } from '../../support/watch-list.ts';

function card(page: Page, symbol: string) {
  return page.getByRole('article', { name: new RegExp(`^${symbol.replace('^', '\\^')},`) });
}

function figure(page: Page, label: string) {
  return page.getByRole('definition').filter({ has: page.locator(`xpath=../dt[.="${label}"]`) });
}

test.describe('read-only', () => {
  test.beforeEach(({ page, reader }) => signIn(page, reader));

  test('has a title, a subtitle, figures and all stocks, newest first', async ({ page }) => {
    await page.goto('/stocks');
    await expect(page).toHaveTitle('Stock Tracking · Stockbook');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stock Tracking');
    await expect(page.getByText('Track and monitor your favorite stocks in real-time')).toBeVisible();
    await expect(figure(page, 'Total Stocks')).toHaveText('4');
    await expect(figure(page, 'Favorites')).toHaveText('0');
    await expect(figure(page, 'Active')).toHaveText('4');
    await expect(page.getByRole('article').getByRole('link')).toHaveText([
      'AAPL',
      'MSFT',
      'EURUSD=X',
      '^GSPC',
    ]);
  });

  test('shows the facts of a stock on its card', async ({ page, server }) => {
    await server.alter('stocks.list', withStock('AAPL', {}, { notes: 'Wait for October.' }));
    await page.goto('/stocks');
    const aapl = card(page, 'AAPL');
    await expect(aapl).toContainText('Apple Inc.');
    await expect(aapl).toContainText('NASDAQ · Technology · Consumer Electronics');
    for (const badge of ['Active', 'Data Ready']) {
      await expect(aapl.getByText(badge, { exact: true })).toBeVisible();
    }
    await expect(aapl).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} – [A-Z][a-z]{2} \d{1,2}, 2\d{3}/);
    await expect(aapl).toContainText(/\$[\d,]+\.\d{2}/);
    await expect(aapl).toContainText(/[+−][\d.]+\.\d{2}%/);
    await expect(aapl).toContainText('Wait for October.');
  });

  test('shows N/A, Inactive and No data available on a card without facts', async ({ page, server }) => {
    await server.alter(
      'stocks.list',
      withStock('MSFT', {
        exchange: null,
        sector: null,
        industry: null,
        is_active: false,
        data_fetched: false,
        data_start_date: null,
        data_end_date: null,
        last_close: null,
        previous_close: null,
      }),
    );
    await page.goto('/stocks');
    const msft = card(page, 'MSFT');
    await expect(msft).toContainText('N/A · N/A · N/A');
    await expect(msft.getByText('Inactive', { exact: true })).toBeVisible();
    await expect(msft.getByText('Data Ready')).toHaveCount(0);
    await expect(msft).toContainText('No data available');
    await expect(msft).toContainText(/Last close N\/A change N\/A/);
  });

  test('filters: all, favorites, active', async ({ page, server }) => {
    await server.alter<WatchList>('stocks.list', (list) =>
      withStock('AAPL', { is_active: false })(withStock('MSFT', {}, { is_favorite: true })(list)),
    );
    await page.goto('/stocks');
    const shown = page.getByRole('article').getByRole('link');
    await expect(page.getByRole('button', { name: 'All Stocks' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Favorites', exact: true }).click();
    await expect(shown).toHaveText(['MSFT']);
    await page.getByRole('button', { name: 'Active', exact: true }).click();
    await expect(shown).toHaveText(['MSFT', 'EURUSD=X', '^GSPC']);
    await page.getByRole('button', { name: 'All Stocks' }).click();
    await expect(shown).toHaveCount(4);
    await expect(figure(page, 'Favorites')).toHaveText('1');
    await expect(figure(page, 'Active')).toHaveText('3');
    expect(server.calls('stocks.list')).toHaveLength(1);
  });

  test('searches and sorts; the order stays after a reload', async ({ page }) => {
    await page.goto('/stocks');
    const shown = page.getByRole('article').getByRole('link');
    await page.getByLabel('Sort by').selectOption('Symbol A to Z');
    await expect(shown).toHaveText(['^GSPC', 'AAPL', 'EURUSD=X', 'MSFT']);
    await page.getByLabel('Search your stocks').fill('micro');
    await expect(shown).toHaveText(['MSFT']);
    await page.getByLabel('Search your stocks').fill('nothing like it');
    await page.getByRole('button', { name: 'Show all stocks' }).click();
    await expect(shown).toHaveCount(4);
    await expect(page).toHaveURL('/stocks?sort=symbol');
    await page.reload();
    await expect(shown).toHaveText(['^GSPC', 'AAPL', 'EURUSD=X', 'MSFT']);
  });

  test('searches the notes, and clears the search with Escape', async ({ page, server }) => {
    await server.alter('stocks.list', withStock('MSFT', {}, { notes: 'Wait for October.' }));
    await page.goto('/stocks');
    const search = page.getByLabel('Search your stocks');
    await search.fill('october');
    await expect(page.getByRole('article').getByRole('link')).toHaveText(['MSFT']);
    await search.press('Escape');
    await expect(search).toHaveValue('');
    await expect(search).toBeFocused();
    await expect(page.getByRole('article')).toHaveCount(4);
  });

  test('opens the first stock found with Enter while the search changes, and returns to the search', async ({
    page,
  }) => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/stocks\._symbol-/, async (route) => {
      await isReleased;
      await route.continue();
    });
    const code = page.waitForRequest(/\/assets\/stocks\._symbol-/);
    await page.goto('/stocks?sort=symbol');
    await expect(page.getByRole('article')).toHaveCount(4);
    const search = page.getByLabel('Search your stocks');
    await search.pressSequentially('aap');
    await search.press('Enter');
    await search.press('l');
    await code;
    // The new search is remembered for the list, but does not replace the page that is being opened.
    const remembered = () => page.evaluate(() => Object.values(localStorage).join());
    await expect.poll(remembered).toContain('"q":"aapl"');
    release();
    await expect(page).toHaveURL(/\/stocks\/AAPL$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('AAPL');
    await page.goBack();
    await expect(page).toHaveURL(/\/stocks\?.*q=aap$/);
    await expect(search).toHaveValue('aap');
  });

  test('names the span of the line, and shows the focus of the last row whole', async ({ page }) => {
    await page.goto('/stocks');
    await expect(card(page, 'AAPL').getByTitle(/^Last month: [+−]\d+\.\d\d%$/)).toContainText('1M');
    const bottomOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().bottom);
    const overlap = async () =>
      (await bottomOf(page.getByRole('article').last())) -
      (await bottomOf(page.getByRole('region', { name: 'Tracked stocks' })));
    // The height of the list follows the measured rows.
    await expect.poll(overlap).toBeLessThanOrEqual(0);
  });

  for (const view of ['List view', 'Grid view']) {
    test(`${view}: a click anywhere on a card opens its stock`, async ({ page }) => {
      await page.goto('/stocks');
      await page.getByRole('button', { name: view }).click();
      await card(page, 'EURUSD=X').click({ position: { x: 8, y: 8 } });
      await expect(page).toHaveURL(/\/stocks\/EURUSD(=|%3D)X$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('EURUSD=X');
    });
  }

  test('shows Loading stocks... while it waits', async ({ page, server }) => {
    const release = await server.hold('stocks.list');
    await page.goto('/stocks');
    await expect(page.getByRole('status').getByText('Loading stocks...')).toBeVisible();
    release();
    await expect(card(page, 'AAPL')).toBeVisible();
    await expect(page.getByText('Loading stocks...')).toBeHidden();
  });

  test('offers a retry after a failure', async ({ page, server }) => {
    await server.refuse('stocks.list', { status: 503, message: 'The database cannot be reached.' });
    await page.goto('/stocks');
    const banner = page.getByRole('alert');
    await expect(banner).toContainText('The database cannot be reached.');
    await server.restore('stocks.list');
    await banner.getByRole('button', { name: 'Retry' }).click();
    await expect(card(page, 'AAPL')).toBeVisible();
    await expect(banner).toBeHidden();
  });

  test('shows "Failed to load stocks" without a message of the server', async ({ page, server }) => {
    await server.fail('stocks.list');
    await page.goto('/stocks');
    await expect(page.getByRole('alert')).toContainText('Failed to load stocks');
  });
});

test('shows a hint when the list is empty', async ({ page, account: _ }) => {
  await page.goto('/stocks');
  await expect(page.getByRole('heading', { name: 'No stocks tracked yet' })).toBeVisible();
  await expect(page.getByText('Add your first stock to start tracking')).toBeVisible();
  await expect(figure(page, 'Total Stocks')).toHaveText('0');
});

test.describe('prices are refetched every minute', () => {
  test.use({ timezoneId: 'America/New_York' });

  for (const [when, time, isAsked] of [
    ['on a weekday at 09:00', '2026-11-16T09:00:00-05:00', true],
    ['on a weekday at 15:58', '2026-11-16T15:58:00-05:00', true],
    ['not before 09:00', '2026-11-16T08:50:00-05:00', false],
    ['not from 16:00 on', '2026-11-16T16:00:00-05:00', false],
    ['not on a Saturday', '2026-11-14T12:00:00-05:00', false],
  ] as const) {
    test(`refetches prices every minute: ${when}`, async ({ page, reader, server }) => {
      await page.clock.install({ time: new Date(time) });
      await signIn(page, reader);
      await page.goto('/stocks');
      await expect(page.getByRole('article')).toHaveCount(4);
      await page.clock.fastForward(61_000);
      const calls = isAsked ? 2 : 1;
      await expect.poll(() => server.calls('stocks.list').length).toBe(calls);
      await page.clock.runFor(1000);
      expect(server.calls('stocks.list')).toHaveLength(calls);
    });
  }
});
