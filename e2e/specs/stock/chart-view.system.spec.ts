import type { Page } from '@playwright/test';
import { chartLabels, forgetChartLabels, recordChartLabels } from '../../support/chart-labels.ts';
import { pressTool } from '../../support/chart-tools.ts';
import { colors, countPixels } from '../../support/pixels.ts';
import { addStock, calculate, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

function chartOf(page: Page) {
  return page.getByRole('figure', { name: /^Price and volume chart of/ });
}

function legendDate(page: Page) {
  return page
    .getByRole('region', { name: 'Price chart' })
    .getByText(/^[A-Z][a-z]{2} \d+, \d{4}$/)
    .first();
}

const reset = (page: Page) => page.getByRole('button', { name: 'Reset view' });

test.describe('of one stock', () => {
  test.beforeEach(({ page, reader }) => signIn(page, reader));

  test('writes prices alike in header, legend and table, by the type of the instrument', async ({ page }) => {
    for (const [symbol, price] of [
      ['EURUSD=X', /^\d\.\d{4}$/],
      ['^GSPC', /^[\d,]+\.\d{2}$/],
      ['AAPL', /^\$[\d,]+\.\d{2}$/],
    ] as const) {
      await page.goto(`/stocks/${encodeURIComponent(symbol)}?range=1M`);
      await expect(chartOf(page)).toBeVisible();
      const header = page.getByText('Last close').locator('..').locator('.numeric').first();
      await expect(header).toHaveText(price);
      const last = (await header.textContent()) ?? '';
      await expect(page.getByTitle('Close', { exact: true }).locator('..')).toHaveText(`C${last}`);
      await pressTool(page, 'Show as table');
      await expect(page.getByRole('row').nth(1).getByRole('cell').nth(3)).toHaveText(last);
    }
  });

  test('resets the view by its button and by the chosen range, after zooming and dragging an axis', async ({
    page,
  }) => {
    await page.goto('/stocks/AAPL');
    await expect(chartOf(page)).toBeVisible();
    await expect(reset(page)).toHaveCount(0);
    await page.getByRole('application').focus();
    await page.keyboard.press('+');
    await reset(page).press('Enter');
    await expect(reset(page)).toHaveCount(0);
    await expect(page.getByRole('application')).toBeFocused();
    await page.keyboard.press('+');
    await expect(reset(page)).toBeVisible();
    await page.getByRole('button', { name: '1Y' }).click();
    await expect(reset(page)).toHaveCount(0);
    const box = await chartOf(page).boundingBox();
    const x = (box?.x ?? 0) + (box?.width ?? 0) - 20;
    const y = (box?.y ?? 0) + 150;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 60, { steps: 5 });
    await page.mouse.up();
    await reset(page).click();
    await expect(reset(page)).toHaveCount(0);
    await expect(chartOf(page)).toBeFocused();
  });

  test('follows the keys, and the wheel only with the focus', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto('/stocks/AAPL');
    await expect(chartOf(page)).toBeVisible();
    const last = (await legendDate(page).textContent()) ?? '';
    await chartOf(page).hover({ position: { x: 300, y: 100 } });
    await page.mouse.wheel(0, 100);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(reset(page)).toHaveCount(0);
    await page.getByRole('application').focus();
    await page.keyboard.press('End');
    await expect(legendDate(page)).toHaveText(last);
    await page.keyboard.press('ArrowLeft');
    await expect(legendDate(page)).not.toHaveText(last);
    await expect(chartOf(page).getByRole('status')).toHaveText(/: close \$/);
    const left = (await legendDate(page).textContent()) ?? '';
    await page.keyboard.press('Home');
    await expect(legendDate(page)).not.toHaveText(left);
    await expect(chartOf(page).getByRole('status')).toContainText(
      (await legendDate(page).textContent()) ?? '',
    );
    const scrolled = await page.evaluate(() => scrollY);
    await chartOf(page).hover({ position: { x: 300, y: 200 } });
    await page.mouse.wheel(0, -100);
    await expect(reset(page)).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  });

  test('keeps the crosshair of the keys on its close when other bars are shown', async ({ page }) => {
    await recordChartLabels(page);
    await page.goto('/stocks/AAPL');
    await expect(chartOf(page)).toBeVisible();
    await page.getByRole('application').focus();
    await page.keyboard.press('End');
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('+');
    await expect(reset(page)).toBeVisible();
    await forgetChartLabels(page);
    const status = chartOf(page).getByRole('status');
    const ofLast = (await status.textContent()) ?? '';
    await page.keyboard.press('Home');
    await expect(status).not.toHaveText(ofLast);
    const close = /\$([\d,.]+)$/.exec((await status.textContent()) ?? '')?.[1];
    await expect.poll(() => chartLabels(page)).toContain(close);
  });

  test('writes no price below 0 on its axis', async ({ page, server }) => {
    // From nearly nothing to 300.
    const grow = (values: number[]) => values.map((_, index) => 0.5 + 300 * (index / values.length) ** 4);
    await server.alter<Record<'open' | 'high' | 'low' | 'close', number[]>>('stocks.chart', (bars) => ({
      ...bars,
      open: grow(bars.open),
      high: grow(bars.high),
      low: grow(bars.low),
      close: grow(bars.close),
    }));
    await recordChartLabels(page);
    await page.goto('/stocks/AAPL');
    await expect(chartOf(page)).toBeVisible();
    // With and without the row of dividends below the prices.
    for (const marks of [true, false]) {
      await page.getByRole('button', { name: 'Chart settings' }).click();
      const choice = page.getByRole('switch', { name: 'Splits and dividends' });
      if (!marks) await choice.press('Space');
      await expect(choice).toBeChecked({ checked: marks });
      await page.keyboard.press('Escape');
      await chartOf(page).hover({ position: { x: 200, y: 320 } });
      await expect.poll(() => chartLabels(page)).toContain(marks ? '0.00' : '40.00');
      expect((await chartLabels(page)).filter((text) => /^[-\u2212]/.test(text))).toEqual([]);
      await forgetChartLabels(page);
    }
  });

  test('keeps dates, interval and scale in the address', async ({ page, server }) => {
    await page.goto('/stocks/AAPL');
    await page.getByRole('button', { name: 'More ranges' }).click();
    await page.getByRole('textbox', { name: 'From' }).fill('2025-06-30');
    await page.getByRole('textbox', { name: 'To' }).fill('2025-01-02');
    await page.getByRole('button', { name: 'Show dates' }).click();
    await expect(page.getByText('The first day must not be after the last day')).toBeVisible();
    await page.getByRole('textbox', { name: 'From' }).fill('2024-01-08');
    await page.getByRole('button', { name: 'Show dates' }).click();
    await page.getByLabel('Interval').selectOption('weekly');
    await page.getByRole('button', { name: 'Chart settings' }).click();
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await expect(page).toHaveURL(/from=2024-01-08&to=2025-01-02&interval=weekly&scale=log/);
    await page.reload();
    await expect(chartOf(page)).toHaveAccessibleName(/from Jan 8, 2024 to Dec 30, 2024/);
    await expect(page.getByLabel('Interval')).toHaveValue('weekly');
    expect(server.calls('stocks.chart').at(-1)?.input).toMatchObject({
      interval: 'weekly',
      start_date: '2024-01-08',
      end_date: '2025-01-02',
    });
    await page.getByRole('button', { name: 'More ranges' }).click();
    await page.getByRole('button', { name: '5Y' }).click();
    await expect(page).toHaveURL(/\?interval=weekly&scale=log&range=5Y|range=5Y&interval=weekly&scale=log/);
  });

  test('ends above the fold of a small laptop, and fills the window in full screen', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/stocks/AAPL');
    await expect(chartOf(page)).toBeVisible();
    await expect(chartOf(page)).toBeInViewport({ ratio: 1 });
    await pressTool(page, 'Full screen');
    await expect.poll(async () => (await chartOf(page).boundingBox())?.height).toBeGreaterThan(600);
    // The keys that go to the next stock would change it unseen.
    const section = page.getByRole('region', { name: 'Price chart' });
    await expect(section.getByText('Apple Inc.')).toBeVisible();
    await expect(section.getByText('Last close')).toBeAttached();
    await page.keyboard.press('j');
    await expect(section.getByText('Microsoft')).toBeVisible();
    await page.keyboard.press('k');
    await expect(section.getByText('Apple Inc.')).toBeVisible();
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await expect.poll(async () => (await chartOf(page).boundingBox())?.height).toBe(800 - 288);
  });

  test('draws all candles that fit after the window is widened', async ({ page }) => {
    const painted = async () =>
      (await countPixels(chartOf(page), colors.up)) + (await countPixels(chartOf(page), colors.down));
    const open = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/stocks/AAPL?range=ALL');
      await expect(chartOf(page)).toHaveAccessibleName(/from Jan \d+, 1990/);
      await expect.poll(painted).toBeGreaterThan(0);
    };
    await open(1280);
    const wide = await painted();
    await open(390);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(painted).toBeGreaterThan(0.9 * wide);
  });
});

test('shows all bars of each range, whether it has more bars or fewer, with the indicator chart, too', async ({
  page,
  api,
  account,
}) => {
  await addStock(api, account, 'AAPL');
  await calculate(api, account, 'AAPL', 'RSI');
  await signIn(page, account);
  await page.goto('/stocks/AAPL');
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  const choices = page.getByRole('switch', { name: /^Show (on|below) the price/ });
  await expect(choices.first()).toBeVisible();
  for (const choice of await choices.all()) await choice.press('Space');
  const hasAllBars = /from Jan \d+, 1990/;
  for (const range of ['ALL', '1M', 'ALL', '1Y']) {
    await page.getByRole('button', { name: range, exact: true }).click();
    if (range === 'ALL') await expect(chartOf(page)).toHaveAccessibleName(hasAllBars);
    else await expect(chartOf(page)).not.toHaveAccessibleName(hasAllBars);
    // Longer than the library's frames after the bars.
    await page.waitForTimeout(500);
    await expect(reset(page)).toHaveCount(0);
  }
});

test('compares symbols of the watch list in per cent, by the address', async ({
  page,
  api,
  account,
  log,
}) => {
  log.ignore(/404/);
  for (const symbol of ['MSFT', 'NVDA', 'AAPL']) await addStock(api, account, symbol);
  await page.goto('/stocks/AAPL?compare=NONE');
  await expect(page.getByText('NONE is not on your watch list: add it to compare it.')).toBeVisible();
  await page.goto('/stocks/AAPL?compare=MSFT');
  await pressTool(page, 'Compare');
  await page.getByRole('textbox', { name: 'Search stocks to compare' }).fill('nvid');
  await expect(page.getByRole('checkbox', { name: /^NVDA/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/compare=MSFT(,|%2C)NVDA/);
  await page.keyboard.press('Escape');
  const table = page.getByRole('table', { name: /^Returns from/ });
  await expect(table.getByRole('rowheader')).toHaveCount(3);
  const returns = table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'AAPL' }) })
    .getByRole('cell')
    .last();
  await expect(returns).toHaveText(/^[+−][\d.]+%$/);
  await expect(chartOf(page)).toHaveAccessibleName(new RegExp(`, \\${await returns.textContent()}`));
  await page
    .getByRole('list', { name: 'Compared symbols' })
    .getByRole('button', { name: 'Remove MSFT' })
    .click();
  await expect(table.getByRole('rowheader')).toHaveCount(2);
  await expect(page).toHaveURL(/compare=NVDA/);

  await pressTool(page, 'Compare');
  await page.getByRole('textbox', { name: 'Search stocks to compare' }).fill('tesla');
  await page.getByRole('button', { name: /^TSLA.*Add to watch list and compare/ }).click();
  await expect(page).toHaveURL(/compare=NVDA(,|%2C)TSLA/);
  await expect(table.getByRole('rowheader', { name: 'TSLA' })).toBeVisible();

  await page.goto('/stocks/AAPL?compare=KO');
  await page.getByRole('button', { name: 'Add to watch list' }).click();
  await expect(table.getByRole('rowheader', { name: 'KO' })).toBeVisible();
});
