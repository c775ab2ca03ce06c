import type { Page } from '@playwright/test';
import { addStock, calculate, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const figure = (page: Page) => page.getByRole('figure', { name: /^Price and volume chart of/ });
const plot = (page: Page) => figure(page).getByRole('application');

async function boxOf(page: Page): Promise<{ y: number; height: number }> {
  const { y = 0, height = 0 } = (await plot(page).boundingBox()) ?? {};
  return { y, height };
}

test('gives the chart the height of a large window, and 500 pixels in a low one', async ({
  page,
  api,
  account,
}) => {
  await addStock(api, account, 'AAPL');
  await signIn(page, account);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/stocks/AAPL');
  await expect.poll(async () => (await boxOf(page)).height).toBe(1080 - 288);
  await page.setViewportSize({ width: 1280, height: 640 });
  await expect.poll(async () => (await boxOf(page)).height).toBe(500);
  // A phone on its side shows the whole chart at once.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => (await boxOf(page)).height).toBe(390 - 64);
  await page.setViewportSize({ width: 667, height: 375 });
  await expect.poll(async () => (await boxOf(page)).y).toBeLessThan(230);
});

test('leaves the price 45 % of the chart beside many indicators', async ({ page, api, account }) => {
  await addStock(api, account, 'AAPL');
  const indicators = ['RSI', 'MACD', 'ATR', 'CCI', 'STOCH'];
  for (const indicator of indicators) await calculate(api, account, 'AAPL', indicator);
  await signIn(page, account);
  await page.goto('/stocks/AAPL');
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  for (const name of [/Relative Strength/, /Convergence/, /Average True Range/, /Commodity/, /Stochastic/]) {
    await page.getByRole('switch', { name }).press('Space');
  }
  await expect(figure(page).getByRole('separator')).toHaveCount(indicators.length + 1);
  const share = async () => {
    const { y, height } = await boxOf(page);
    const separator = await figure(page).getByRole('separator').first().boundingBox();
    return ((separator?.y ?? 0) - y) / height;
  };
  // The time axis and the separators belong to no pane.
  await expect.poll(share).toBeGreaterThan(0.42);
});

test('draws the volume behind the prices on request, also after a reload', async ({ page, api, account }) => {
  await addStock(api, account, 'AAPL');
  await signIn(page, account);
  await page.goto('/stocks/AAPL');
  const separators = figure(page).getByRole('separator');
  await expect(separators).toHaveCount(1);
  await page.getByRole('button', { name: 'Chart settings' }).click();
  const underlay = page.getByRole('switch', { name: 'Volume behind the prices' });
  await underlay.press('Space');
  await expect(separators).toHaveCount(0);
  await page.reload();
  await expect(plot(page)).toBeVisible();
  await expect(separators).toHaveCount(0);
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await underlay.press('Space');
  await expect(separators).toHaveCount(1);
});

test('folds the information and the notes, and gives their room to the chart', async ({
  page,
  api,
  account,
}) => {
  await addStock(api, account, 'AAPL');
  await signIn(page, account);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/stocks/AAPL');
  const width = async () => (await plot(page).boundingBox())?.width ?? 0;
  await expect(plot(page)).toBeVisible();
  const before = await width();
  await page.getByRole('button', { name: 'Hide information and notes' }).click();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeHidden();
  await expect.poll(width).toBeGreaterThan(before + 200);
  await page.reload();
  const show = page.getByRole('button', { name: 'Show information and notes' });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await show.click();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('keeps the controls of the chart in one line that scrolls', async ({ page, api, account }) => {
    // Its name and its badges do not fit in a line.
    await addStock(api, account, 'KO');
    await signIn(page, account);
    await page.goto('/stocks/KO');
    await expect(plot(page)).toBeVisible();
    const tops = [];
    for (const name of ['Candlestick', '1M', 'Compare', 'Refresh Data']) {
      tops.push(
        (
          await page
            .getByRole('button', { name, exact: true })
            .or(page.getByRole('radio', { name, exact: true }))
            .boundingBox()
        )?.y ?? 0,
      );
    }
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
    const refresh = page.getByRole('button', { name: 'Refresh Data' });
    await refresh.scrollIntoViewIfNeeded();
    await expect(refresh).toBeInViewport();
    expect((await boxOf(page)).y).toBeLessThanOrEqual(300);
  });

  test('covers no badge with the price in landscape', async ({ page, reader }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await signIn(page, reader);
    for (const symbol of ['EURUSD=X', 'AAPL']) {
      await page.goto(`/stocks/${symbol}`);
      await expect(plot(page)).toBeVisible();
      const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
      const price = await header
        .getByText(/^[$\d][\d,.]+$/)
        .last()
        .boundingBox();
      const badge = header.getByText('Simulated data');
      const middle = await badge.evaluate((element) => {
        const { top, height } = element.getBoundingClientRect();
        return top + height / 2;
      });
      const texts = await page.evaluate(
        ([x, y]) => document.elementsFromPoint(x, y).map((element) => element.textContent),
        [(price?.x ?? 0) + 4, middle] as const,
      );
      expect(texts).not.toContain('Simulated data');
      await expect(badge).toBeInViewport({ ratio: 0.95 });
    }
  });

  test('begins the chart at one height, also beside a long symbol', async ({ page, reader }) => {
    await signIn(page, reader);
    for (const symbol of ['EURUSD=X', 'AAPL']) {
      await page.goto(`/stocks/${symbol}`);
      await expect(plot(page)).toBeVisible();
      expect((await boxOf(page)).y).toBeLessThanOrEqual(300);
      const next = page.getByRole('button', { name: 'Next stock' });
      await next.scrollIntoViewIfNeeded();
      await expect(next).toBeInViewport();
    }
  });
});
