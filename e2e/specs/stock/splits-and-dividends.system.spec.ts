import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pressTool } from '../../support/chart-tools.ts';
import { colors, countPixels } from '../../support/pixels.ts';
import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

function chartOf(page: Page) {
  return page.getByRole('figure', { name: /^Price and volume chart of/ });
}

function sectionOf(page: Page) {
  return page.getByRole('region', { name: 'Price chart' });
}

async function toggle(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await page.getByRole('switch', { name }).click();
  await page.keyboard.press('Escape');
}

/** The lines of the CSV that the page saves, without the header. */
async function savedRows(page: Page): Promise<string[][]> {
  const download = page.waitForEvent('download');
  await pressTool(page, 'Export');
  await page.getByRole('menuitem', { name: 'Download CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const [header, ...lines] = text.trim().split('\r\n');
  expect(header).toBe('date,open,high,low,close,volume,data_source,adjusted_for');
  return lines.map((line) => line.split(','));
}

test.use({ colorScheme: 'light' });
test.beforeEach(({ page, reader }) => signIn(page, reader));

test('marks splits and dividends until switched off, also after a reload', async ({ page, server }) => {
  await server.alter<{ time: number[] }>('stocks.chart', (chart) => ({
    ...chart,
    time: [...chart.time.slice(0, -1), Date.UTC(2030, 2, 4) / 1000],
  }));
  await server.alter('stocks.actions', (actions: object) => ({
    ...actions,
    splits: [{ ex_date: '2030-03-04', numerator: 4, denominator: 1 }],
    dividends: [{ ex_date: '2030-03-04', amount: 0.2625, currency: 'USD' }],
  }));
  await page.goto('/stocks/AAPL?range=1M');
  const section = sectionOf(page);
  // The legend shows the last bar.
  await expect(section.getByText('Split 4:1', { exact: true })).toBeVisible();
  await expect(section.getByText('Dividend $0.2625', { exact: true })).toBeVisible();
  await expect(section.getByText('S Split')).toBeVisible();
  await expect.poll(() => countPixels(chartOf(page), colors.warn)).toBeGreaterThan(10);

  await pressTool(page, 'Show as table');
  await expect(page.getByRole('columnheader', { name: 'Split or dividend' })).toBeVisible();
  const newest = page.getByRole('row').nth(1);
  await expect(newest).toContainText(/^Mar 4, 2030.*Split 4:1, Dividend \$0\.2625$/);
  await pressTool(page, 'Show as table');

  await toggle(page, 'Splits and dividends');
  await page.reload();
  await expect.poll(() => countPixels(chartOf(page), colors.up)).toBeGreaterThan(20);
  await expect(section.getByText('S Split')).toHaveCount(0);
  await expect(section.getByText('Split 4:1')).toHaveCount(0);
  expect(await countPixels(chartOf(page), colors.warn)).toBe(0);
});

test('adds up the dividends of a month, and announces them at the crosshair', async ({ page, server }) => {
  await server.alter<{ time: number[] }>('stocks.chart', (chart) => ({
    ...chart,
    time: [...chart.time.slice(0, -1), Date.UTC(2030, 2, 4) / 1000],
  }));
  await server.alter('stocks.actions', (actions: object) => ({
    ...actions,
    splits: [{ ex_date: '2030-03-20', numerator: 4, denominator: 1 }],
    dividends: ['2030-03-08', '2030-03-28'].map((ex_date) => ({ ex_date, amount: 0.24, currency: 'USD' })),
  }));
  await page.goto('/stocks/AAPL?range=ALL&interval=monthly');
  const section = sectionOf(page);
  const sum = '2 dividends, $0.48 in total';
  for (const text of ['Split 4:1 (ex-date Mar 20, 2030)', sum]) {
    await expect(section.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('application').press('End');
  const announced = section.getByRole('status').filter({ hasText: /^Mar 4, 2030: close / });
  await expect(announced).toHaveText(
    new RegExp(`, Split 4:1 \\(ex-date Mar 20, 2030\\), ${sum.replace('$', '\\$')}$`),
  );
  await pressTool(page, 'Show as table');
  await expect(page.getByRole('row').nth(1)).toContainText(sum);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('marks splits and dividends only when switched on', async ({ page, server }) => {
    await page.goto('/stocks/AAPL?range=ALL');
    await expect.poll(() => countPixels(chartOf(page), colors.up)).toBeGreaterThan(20);
    expect(await countPixels(chartOf(page), colors.warn)).toBe(0);
    expect(server.calls('stocks.actions')).toHaveLength(0);
    await toggle(page, 'Splits and dividends');
    await expect.poll(() => countPixels(chartOf(page), colors.warn)).toBeGreaterThan(10);
  });
});

test('adjusts prices for dividends, and says so on the page and in the CSV', async ({ page }) => {
  await page.goto('/stocks/AAPL');
  const note = sectionOf(page).getByText('Prices are adjusted for dividends.');
  await expect(chartOf(page)).toBeVisible();
  await expect(note).toHaveCount(0);
  const plain = await savedRows(page);

  await toggle(page, 'Adjust for dividends');
  await expect(note).toBeVisible();
  await expect(chartOf(page)).toHaveAccessibleName(/, adjusted for dividends: close from/);
  const adjusted = await savedRows(page);
  const close = (row?: string[]) => Number(row?.[4]);
  expect(adjusted).toHaveLength(plain.length);
  expect(close(adjusted[0])).toBeLessThan(close(plain[0]));
  expect(close(adjusted.at(-1))).toBe(close(plain.at(-1)));
  expect(plain.every((row) => row.at(-1) === 'splits')).toBe(true);
  expect(adjusted.every((row) => row.at(-1) === 'splits and dividends')).toBe(true);
});
