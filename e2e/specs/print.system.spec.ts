import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import type { WatchList } from '../support/watch-list.ts';

test.use({ colorScheme: 'dark' });
test.beforeEach(({ page, reader }) => signIn(page, reader));

const allColumns = 'last,change,percent,volume,position,week,month,year,sector,note';

function colors(page: import('@playwright/test').Page) {
  return page.evaluate(() => ({
    background: getComputedStyle(document.body).backgroundColor,
    text: getComputedStyle(document.body).color,
  }));
}

test('prints all stocks of a long list in light colours', async ({ page, server }) => {
  await server.alter<WatchList>('stocks.list', (list) => ({
    ...list,
    stocks: Array.from({ length: 120 }, (_, index) => {
      const [item] = list.stocks;
      return { ...item, stock: { ...item?.stock, symbol: `S${index}` } };
    }),
  }));
  await page.goto('/stocks');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await page.getByRole('article').count()).toBeLessThan(60);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('article')).toHaveCount(120);
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(await colors(page)).toEqual({ background: 'rgba(0, 0, 0, 0)', text: 'rgb(15, 21, 32)' });
  const { height } = (await page.getByRole('article').nth(119).boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThan(30);
});

test('prints the headers of the table', async ({ page }) => {
  await page.goto('/stocks?view=table');
  await expect(page.getByRole('table')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // As text: Chromium leaves buttons out where it repeats a header on the next sheet.
  const headers = page.locator('th[scope="col"]');
  await expect(headers.getByRole('button')).toHaveCount(0);
  const texts = await headers.evaluateAll((cells) =>
    cells.map((cell) => getComputedStyle(cell, '::before').content),
  );
  expect(texts).toEqual(expect.arrayContaining(['"Symbol"', '"YTD"']));
});

test('prints the whole table, also on narrow paper', async ({ page }) => {
  await page.goto(`/stocks?view=table&columns=${allColumns}`);
  await expect(page.getByRole('cell', { name: /% of / }).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 900 });
  const sheet = page.getByRole('region', { name: 'Tracked stocks' });
  const overflows = await sheet.evaluate((region) =>
    [region, ...region.querySelectorAll('table, thead, tbody')].map(
      (part) => part.getBoundingClientRect().right - document.documentElement.clientWidth,
    ),
  );
  expect(Math.max(...overflows)).toBeLessThanOrEqual(0);
  await expect(page.getByRole('cell', { name: 'Technology' }).first()).toBeVisible();
  const startOf = (text: string) =>
    sheet.getByText(text, { exact: true }).evaluate((part) => part.getBoundingClientRect().x);
  const header = await sheet.locator('th[data-title="Symbol"]').evaluate((cell) => {
    return cell.getBoundingClientRect().x + Number.parseFloat(getComputedStyle(cell).paddingLeft);
  });
  expect(await startOf('AAPL')).toBeCloseTo(header, 0);
});

test('prints the page of a stock in light colours', async ({ page }) => {
  await page.goto('/stocks/AAPL');
  await expect(page.getByRole('figure')).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await colors(page)).toEqual({ background: 'rgba(0, 0, 0, 0)', text: 'rgb(15, 21, 32)' });
  await expect(page.getByRole('heading', { level: 1, name: 'AAPL' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByLabel('Time range')).toBeHidden();
  // Narrower than the chart, like paper: the browser shrinks the whole page, but cuts what overflows a part of it.
  await page.setViewportSize({ width: 700, height: 1000 });
  const [paper, chart] = await Promise.all([
    page.getByRole('main').boundingBox(),
    page.getByRole('figure').locator('table').first().boundingBox(),
  ]);
  expect(paper?.width).toBeGreaterThanOrEqual(chart?.width ?? Number.NaN);
});
