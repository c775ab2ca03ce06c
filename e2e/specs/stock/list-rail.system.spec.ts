import type { Page } from '@playwright/test';
import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import type { WatchList } from '../../support/watch-list.ts';

const rail = (page: Page) => page.getByRole('complementary', { name: 'Your stocks' });
const links = (page: Page) => rail(page).getByRole('link');
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test.use({ viewport: { width: 1280, height: 800 } });
test.beforeEach(({ page, reader }) => signIn(page, reader));

test('shows the list as it was last seen beside the chart, and opens its stocks', async ({
  page,
  server,
}) => {
  await page.goto('/stocks?sort=symbol&filter=active');
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.getByRole('link', { name: 'AAPL' }).click();
  await expect(links(page)).toHaveText([/^\^GSPC/, /^AAPL\$[\d,.]+[+−]/, /^EURUSD=X/, /^MSFT/]);
  const calls = server.calls('stocks.list').length + server.calls('stocks.figures').length;
  await expect(links(page).filter({ hasText: 'AAPL' })).toHaveAttribute('aria-current', 'page');
  await links(page).filter({ hasText: 'MSFT' }).click();
  await expect(title(page)).toHaveText('MSFT');
  await page.keyboard.press('k');
  await expect(title(page)).toHaveText('EURUSD=X');
  await expect(rail(page).locator('[aria-current]')).toHaveText(/^EURUSD=X/);
  expect(server.calls('stocks.list').length + server.calls('stocks.figures').length).toBe(calls);
});

test('changes the order and the filter of the list', async ({ page }) => {
  await page.goto('/stocks/AAPL');
  await rail(page).getByRole('button', { name: 'Symbol' }).click();
  await expect(links(page)).toHaveText([/^\^GSPC/, /^AAPL/, /^EURUSD=X/, /^MSFT/]);
  await rail(page).getByLabel('Filter the list').selectOption('Favorites');
  await expect(rail(page).getByText('No stock on your list matches.')).toBeVisible();
  await rail(page).getByLabel('Filter the list').selectOption('Active');
  await page.getByRole('link', { name: 'Back to stocks' }).click();
  await expect(page).toHaveURL('/stocks?filter=active&sort=symbol');
});

test('folds, and changes its width by keys and by the pointer, also after a reload', async ({ page }) => {
  await page.goto('/stocks/AAPL');
  const edge = rail(page).getByRole('separator', { name: 'Width of the list' });
  const width = async () => (await rail(page).boundingBox())?.width;
  expect(await width()).toBe(232);
  await edge.press('ArrowRight');
  await expect.poll(width).toBe(248);
  const box = await edge.boundingBox();
  if (!box) throw new Error('The edge is not shown');
  await page.mouse.move(box.x + 5, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 55, box.y + 120, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(298);
  await page.reload();
  await expect(links(page)).toHaveCount(4);
  expect(await width()).toBe(298);
  await rail(page).getByRole('button', { name: 'Hide the list' }).click();
  await expect(links(page)).toHaveCount(0);
  await page.reload();
  await rail(page).getByRole('button', { name: 'Show the list' }).click();
  await expect(links(page)).toHaveCount(4);
});

test('keeps the current of many stocks in sight, and few of them in the document', async ({
  page,
  server,
}) => {
  await server.alter<WatchList>('stocks.list', (list) => ({
    ...list,
    stocks: [
      ...Array.from({ length: 300 }, (_, index) => {
        const [item] = list.stocks;
        if (!item) throw new Error('The reader tracks no stock');
        return { ...item, stock: { ...item.stock, id: index, symbol: `S${index}` } };
      }),
      ...list.stocks,
    ],
  }));
  await page.goto('/stocks/MSFT');
  await expect(rail(page).locator('[aria-current]')).toBeInViewport();
  expect(await links(page).count()).toBeLessThan(60);
});

test('leaves the list out in a window below 1280 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1279, height: 800 });
  await page.goto('/stocks/AAPL');
  await expect(title(page)).toHaveText('AAPL');
  await expect(rail(page)).toHaveCount(0);
});

test('selects stocks by keys and by a click with Shift, which the table then has selected, too', async ({
  page,
  server,
}) => {
  const bar = rail(page).getByRole('region', { name: 'Selected stocks' });
  const count = bar.getByRole('status');
  await page.goto('/stocks/AAPL');
  await expect(links(page)).toHaveText([/^AAPL/, /^MSFT/, /^EURUSD=X/, /^\^GSPC/]);
  await expect(title(page)).toHaveText('AAPL');
  await page.keyboard.press('x');
  await expect(count).toHaveText('1 selected');
  await expect(rail(page).getByRole('checkbox', { name: 'Select AAPL' })).toBeChecked();
  await links(page).filter({ hasText: 'AAPL' }).focus();
  for (const expected of ['2 selected', '3 selected']) {
    await page.keyboard.press('Shift+ArrowDown');
    await expect(count).toHaveText(expected);
  }
  await expect(links(page).filter({ hasText: 'EURUSD=X' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);

  await rail(page).getByRole('button', { name: 'Select stocks' }).click();
  await rail(page).getByRole('checkbox', { name: 'Select MSFT' }).click();
  await rail(page)
    .getByRole('checkbox', { name: 'Select ^GSPC' })
    .click({ modifiers: ['Shift'] });
  await expect(count).toHaveText('3 selected');
  await page.getByRole('link', { name: 'Back to stocks' }).click();
  await page.getByRole('button', { name: 'Table view' }).click();
  await expect(page.getByRole('region', { name: 'Selected stocks' })).toContainText('3 selected');
  await page.getByRole('link', { name: 'MSFT' }).click();
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await expect(bar).toHaveCount(0);
  await expect(links(page).filter({ hasText: '^GSPC' })).toBeFocused();
  expect(server.calls('stocks.list')).toHaveLength(1);
});
