import type { Page } from '@playwright/test';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

interface Script {
  readonly address: string;
  /** Of its body as it came over the wire: compressed. */
  readonly bytes: number;
}

/** Every script that the page has loaded. */
function scriptsOf(page: Page): Promise<Script[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ address: name, bytes: encodedBodySize })),
  );
}

/** In thousands of bytes. */
function kilobytes(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

/** Whether the chart library is among the scripts: it holds its licence's address. */
function holdCharts(page: Page, scripts: readonly Script[]): Promise<boolean> {
  return page.evaluate(
    async (addresses) => {
      const texts = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
      return texts.some((text) => text.includes('tradingview.com'));
    },
    scripts.map(({ address }) => address),
  );
}

// Code that is loaded when idle is not part of a page.
test.use({ preloads: false });

test('loads at most 110 kB of JavaScript, without charts, on the sign-in page', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'networkidle' });
  const scripts = await scriptsOf(page);
  expect(scripts.length).toBeGreaterThan(1);
  expect(kilobytes(scripts)).toBeLessThanOrEqual(110);
  expect(await holdCharts(page, scripts)).toBe(false);
});

test('loads at most 180 kB of JavaScript, without charts, on the list', async ({ page, reader }) => {
  await signIn(page, reader);
  await page.goto('/stocks', { waitUntil: 'networkidle' });
  await expect(page.getByRole('article')).toHaveCount(4);
  const scripts = await scriptsOf(page);
  expect(kilobytes(scripts)).toBeLessThanOrEqual(180);
  expect(await holdCharts(page, scripts)).toBe(false);
});

test('loads at most 260 kB of JavaScript, with charts, on the stock detail page', async ({
  page,
  reader,
}) => {
  await signIn(page, reader);
  await page.goto('/stocks/AAPL', { waitUntil: 'networkidle' });
  await expect(page.getByRole('figure')).toBeVisible();
  const scripts = await scriptsOf(page);
  expect(kilobytes(scripts)).toBeLessThanOrEqual(260);
  expect(await holdCharts(page, scripts)).toBe(true);
});
