import type { Page } from '@playwright/test';
import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

interface Bars {
  data: unknown[];
}

function chartOf(page: Page) {
  return page.getByRole('figure', { name: /^Price and volume chart of/ });
}

/** The figures of a range as the server was asked for it. */
function asked(input: unknown): { symbol: string; interval: string; start_date: string; end_date: string } {
  return input as ReturnType<typeof asked>;
}

test.beforeEach(({ page, reader }) => signIn(page, reader));

test('candles over one year at first, and what the colours mean', async ({ page, server }) => {
  await page.goto('/stocks/AAPL');
  await expect(chartOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Candlestick' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: '1Y' })).toHaveAttribute('aria-pressed', 'true');
  const section = page.getByRole('region', { name: 'Price chart' });
  await expect(section.getByText('Up', { exact: true })).toBeVisible();
  await expect(section.getByText('Down', { exact: true })).toBeVisible();
  expect(server.calls('stocks.bars')).toHaveLength(1);
  expect(asked(server.calls('stocks.bars')[0]?.input).interval).toBe('daily');
});

for (const [range, months] of [
  ['1M', 1],
  ['3M', 3],
  ['6M', 6],
] as const) {
  test(`${range} asks for ${months} months`, async ({ page, server }) => {
    await page.goto('/stocks/AAPL');
    await expect(chartOf(page)).toBeVisible();
    await page.getByRole('button', { name: range }).click();
    await expect(page.getByRole('button', { name: range })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => server.calls('stocks.bars').length).toBe(2);
    const [year, shorter] = server.calls('stocks.bars').map(({ input }) => asked(input));
    const distance = (one?: string, other?: string) => Date.parse(one ?? '') - Date.parse(other ?? '');
    const days = distance(shorter?.end_date, shorter?.start_date) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28 * months);
    expect(days).toBeLessThanOrEqual(31 * months);
    expect(distance(year?.end_date, year?.start_date) / 86_400_000).toBeGreaterThanOrEqual(365);
    await expect(page).toHaveURL(`/stocks/AAPL?range=${range}`);
  });
}

test('ALL asks from 1 January 1990, and a link to it opens it', async ({ page, server }) => {
  await page.goto('/stocks/AAPL?range=ALL');
  await expect(chartOf(page)).toBeVisible();
  expect(asked(server.calls('stocks.bars')[0]?.input).start_date).toBe('1990-01-01');
  await expect(page.getByRole('button', { name: 'ALL' })).toHaveAttribute('aria-pressed', 'true');
});

test('an unknown range in the address is one year', async ({ page }) => {
  await page.goto('/stocks/AAPL?range=7D');
  await expect(page.getByRole('button', { name: '1Y' })).toHaveAttribute('aria-pressed', 'true');
});

test('says Loading chart data... until the bars come', async ({ page, server }) => {
  const release = await server.hold('stocks.bars');
  await page.goto('/stocks/AAPL');
  const spinner = page.getByRole('status').filter({ hasText: 'Loading chart data...' });
  await expect(spinner.locator('svg')).toHaveAttribute('width', '50');
  release();
  await expect(chartOf(page)).toBeVisible();
});

test('says No chart data available when there are no rows', async ({ page, server }) => {
  await server.alter<Bars>('stocks.bars', (bars) => ({ ...bars, data: [] }));
  await page.goto('/stocks/AAPL');
  await expect(page.getByText('No chart data available')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show Indicators' })).toHaveCount(0);
});

test('a failure is only logged, and can be tried again', async ({ page, server, log }) => {
  log.expect(/It failed\./);
  await server.refuse('stocks.bars');
  await page.goto('/stocks/AAPL');
  await expect(page.getByText('No chart data available')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AAPL');
  await server.restore('stocks.bars');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(chartOf(page)).toBeVisible();
});
