import type { Page } from '@playwright/test';
import { chartLabels, forgetChartLabels, recordChartLabels } from '../../support/chart-labels.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const figure = (page: Page) => page.getByRole('figure', { name: /^Price and volume chart of AAPL/ });
const reset = (page: Page) => page.getByRole('button', { name: 'Reset view' });

/** The year of the first bar. */
async function firstYear(page: Page): Promise<number> {
  const name = await figure(page).getAttribute('aria-label');
  return Number(/from \w+ \d+, (\d{4})/.exec(name ?? '')?.[1]);
}

/** The date of the bar under the crosshair, as the legend shows it. */
const shownDate = (page: Page) =>
  page
    .getByRole('region', { name: 'Price chart' })
    .getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    .first()
    .textContent();

test.beforeEach(async ({ page, api, account }) => {
  await addStock(api, account, 'AAPL');
  await recordChartLabels(page);
  await page.goto('/stocks/AAPL');
  await expect(figure(page)).toBeVisible();
  await page.locator('canvas').first().waitFor();
});

/** Drags the bars to the right without letting go. */
async function drag(page: Page): Promise<void> {
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('The chart is not visible');
  const [x, y] = [box.x + 150, box.y + 150];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 200, y, { steps: 20 });
}

test('loads older bars while the chart is dragged, and keeps the bar under the pointer', async ({
  page,
  server,
}) => {
  const before = await firstYear(page);
  const release = await server.hold('stocks.chart');
  await drag(page);
  const date = await shownDate(page);
  release();
  await expect.poll(() => firstYear(page)).toBeLessThan(before);
  expect(await shownDate(page)).toBe(date);
  await page.mouse.up();
  await expect(page.getByRole('button', { name: '1Y', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await reset(page).click();
  await expect.poll(() => firstYear(page)).toBe(before);
  await expect(reset(page)).toBeHidden();
});

test('keeps the crosshair of the keys on its close when older bars come', async ({ page, server }) => {
  const before = await firstYear(page);
  const release = await server.hold('stocks.chart');
  await page.getByRole('application').focus();
  await page.keyboard.press('End');
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('+');
  await page.keyboard.press('Home');
  const date = await shownDate(page);
  const announced = await figure(page).getByRole('status').textContent();
  const close = /\$([\d,.]+)$/.exec(announced ?? '')?.[1];
  await expect.poll(() => chartLabels(page)).toContain(close);
  await forgetChartLabels(page);
  release();
  await expect.poll(() => firstYear(page)).toBeLessThan(before);
  await expect.poll(() => chartLabels(page)).toContain(close);
  expect(await shownDate(page)).toBe(date);
});

test('moves by keys that come before the chart has drawn that of the one before', async ({ page }) => {
  const before = await firstYear(page);
  await page.getByRole('application').evaluate((chart) => {
    for (const key of ['End', '+', '+', '+', 'Home'])
      chart.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await expect.poll(() => firstYear(page)).toBeLessThan(before);
});

test('shows all bars of another range, also after older ones were loaded', async ({ page }) => {
  const before = await firstYear(page);
  await drag(page);
  await expect.poll(() => firstYear(page)).toBeLessThan(before);
  await page.mouse.up();
  await page.getByRole('button', { name: 'ALL', exact: true }).click();
  await expect.poll(() => firstYear(page)).toBe(1990);
  await expect(reset(page)).toBeHidden();
});

test('keeps the chart when older bars cannot be loaded', async ({ page, server }) => {
  const before = await firstYear(page);
  await server.refuse('stocks.chart', { status: 400 });
  const calls = server.calls('stocks.chart').length;
  await drag(page);
  await expect.poll(() => server.calls('stocks.chart').length).toBe(calls + 1);
  await page.mouse.up();
  await expect(figure(page)).toBeVisible();
  expect(await firstYear(page)).toBe(before);
});
