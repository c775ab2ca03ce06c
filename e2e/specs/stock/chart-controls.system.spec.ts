import type { Page } from '@playwright/test';
import { emptyColumns } from '../../support/columns.ts';
import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

function chartOf(page: Page) {
  return page.getByRole('figure', { name: /^Price and volume chart of/ });
}

/** The input of a request for bars. */
function barsInput(input: unknown): {
  symbol: string;
  interval: string;
  start_date: string;
  end_date: string;
} {
  return input as ReturnType<typeof barsInput>;
}

test.beforeEach(({ page, reader }) => signIn(page, reader));

test('shows candles over one year first, with a legend of the colours', async ({ page, server }) => {
  await page.goto('/stocks/AAPL');
  await expect(chartOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Candlestick' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: '1Y' })).toHaveAttribute('aria-pressed', 'true');
  const section = page.getByRole('region', { name: 'Price chart' });
  await expect(section.getByText('Up', { exact: true })).toBeVisible();
  await expect(section.getByText('Down', { exact: true })).toBeVisible();
  expect(server.calls('stocks.chart')).toHaveLength(1);
  expect(barsInput(server.calls('stocks.chart')[0]?.input).interval).toBe('daily');
});

for (const width of [768, 1280, 1440]) {
  test(`shows the whole names of the intervals, in one line of controls, at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/stocks/AAPL');
    await expect(chartOf(page)).toBeVisible();
    const missing = await page.getByLabel('Interval').evaluate((select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('The canvas has no context');
      context.font = font;
      return [...select.options].map(({ text }) => Math.max(0, context.measureText(text).width - room));
    });
    expect(missing).toEqual([0, 0, 0]);
    const tops = ['Candlestick', 'Refresh Data'].map(async (name) => {
      const box = await page.getByRole('button', { name }).boundingBox();
      return box && box.y + box.height / 2;
    });
    const [first, last] = await Promise.all(tops);
    expect(Math.abs((first ?? 0) - (last ?? 99))).toBeLessThan(2);
  });
}

for (const [range, months] of [
  ['1M', 1],
  ['3M', 3],
  ['6M', 6],
] as const) {
  test(`requests ${months} months for ${range}`, async ({ page, server }) => {
    await page.goto('/stocks/AAPL');
    await expect(chartOf(page)).toBeVisible();
    await page.getByRole('button', { name: range }).click();
    await expect(page.getByRole('button', { name: range })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => server.calls('stocks.chart').length).toBe(2);
    const [year, shorter] = server.calls('stocks.chart').map(({ input }) => barsInput(input));
    const distance = (one?: string, other?: string) => Date.parse(one ?? '') - Date.parse(other ?? '');
    const days = distance(shorter?.end_date, shorter?.start_date) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28 * months);
    expect(days).toBeLessThanOrEqual(31 * months);
    expect(distance(year?.end_date, year?.start_date) / 86_400_000).toBeGreaterThanOrEqual(365);
    await expect(page).toHaveURL(`/stocks/AAPL?range=${range}`);
  });
}

test('requests a range as soon as the pointer or the focus is on its button, and only once', async ({
  page,
  server,
}) => {
  const range = (name: string) => page.getByRole('button', { name, exact: true });
  const count = () => server.calls('stocks.chart').length;
  await page.goto('/stocks/AAPL');
  await expect(chartOf(page)).toBeVisible();
  await range('1Y').hover();
  const response = page.waitForResponse(/stocks\.chart/);
  await range('3M').hover();
  await (await response).finished();
  await expect(range('1Y')).toHaveAttribute('aria-pressed', 'true');
  expect(count()).toBe(2);
  const before = await chartOf(page).getAttribute('aria-label');
  await range('3M').click();
  await expect(chartOf(page)).not.toHaveAccessibleName(before ?? '');
  expect(count()).toBe(2);
  await page.keyboard.press('ArrowRight');
  await expect(range('6M')).toBeFocused();
  await expect.poll(count).toBe(3);
  await expect(range('3M')).toHaveAttribute('aria-pressed', 'true');
});

test('requests data from 1 January 1990 for ALL, also when opened by a link', async ({ page, server }) => {
  await page.goto('/stocks/AAPL?range=ALL');
  await expect(chartOf(page)).toBeVisible();
  expect(barsInput(server.calls('stocks.chart')[0]?.input).start_date).toBe('1990-01-01');
  await expect(page.getByRole('button', { name: 'ALL' })).toHaveAttribute('aria-pressed', 'true');
});

test('shows one year when the range in the address is unknown', async ({ page }) => {
  await page.goto('/stocks/AAPL?range=7D');
  await expect(page.getByRole('button', { name: '1Y' })).toHaveAttribute('aria-pressed', 'true');
});

test('shows Loading chart data... while it waits', async ({ page, server }) => {
  const release = await server.hold('stocks.chart');
  await page.goto('/stocks/AAPL');
  const spinner = page.getByRole('status').filter({ hasText: 'Loading chart data...' });
  await expect(spinner.locator('svg')).toHaveAttribute('width', '50');
  release();
  await expect(chartOf(page)).toBeVisible();
});

test('shows No chart data available when there are no rows', async ({ page, server }) => {
  await server.alter<object>('stocks.chart', (chart) => ({ ...chart, ...emptyColumns }));
  await page.goto('/stocks/AAPL');
  await expect(page.getByText('No chart data available')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show Indicators' })).toHaveCount(0);
});

test('logs a failure, and offers a retry', async ({ page, server, log }) => {
  log.expect(/It failed\./);
  await server.refuse('stocks.chart');
  await page.goto('/stocks/AAPL');
  await expect(page.getByText('No chart data available')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AAPL');
  await server.restore('stocks.chart');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(chartOf(page)).toBeVisible();
});
