import { readFile } from 'node:fs/promises';
import { violations } from '../../support/axe.ts';
import { createBook, trades } from '../../support/data/books.ts';
import { wcagRules } from '../../support/looks.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const phone = { width: 390, height: 844 };

test.beforeEach(async ({ api, account }) => {
  for (const symbol of ['AAPL', 'MSFT', 'EURUSD=X']) await addStock(api, account, symbol);
});

test('reviews the dividends that may be missing: dismisses one, adds the others', async ({
  page,
  api,
  account,
}) => {
  const id = await createBook(api, account, trades);
  await page.goto(`/portfolios/${id}?tab=dividends`);
  const banner = page.getByText(/^\d+ dividends may be missing$/);
  await expect(banner).toBeVisible();
  const count = Number.parseInt((await banner.textContent()) ?? '', 10);
  await page.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Dividends that may be missing' });
  await expect(review.getByRole('listitem')).toHaveCount(count);
  expect(await violations(page, wcagRules)).toEqual([]);
  await review.getByLabel('All').uncheck();
  await review
    .getByRole('checkbox', { name: /^(AAPL|MSFT)/ })
    .first()
    .check();
  await review.getByRole('button', { name: 'Dismiss' }).click();
  await expect(review.getByRole('listitem')).toHaveCount(count - 1);
  await page.setViewportSize(phone);
  await review.getByLabel('All').check();
  expect(await violations(page, wcagRules)).toEqual([]);
  await review
    .getByLabel(/^Tax on/)
    .first()
    .fill('0.5');
  await review.getByRole('button', { name: `Add ${count - 1} dividends` }).click();
  await expect(review).toBeHidden();
  await expect(banner).toBeHidden();
  await expect(
    page.getByText('An estimate: the last 12 months repeated for the shares you hold now.'),
  ).toBeVisible();
  await page.getByText('Table of all years').click();
  await expect(page.getByRole('table', { name: /^Dividends by month/ })).toContainText('estimate');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  expect(await violations(page, wcagRules)).toEqual([]);
});

test('sets targets, tags stocks, rebalances, and adds the proposal as transactions', async ({
  page,
  api,
  account,
  log,
}) => {
  log.expect(/400 .*targets\.set/);
  log.expect(/400 .*portfolios\.rebalance/);
  const id = await createBook(api, account, trades);
  await page.goto(`/portfolios/${id}?tab=allocation`);
  await expect(page.getByText('Set targets to see how far you are from them.')).toBeVisible();
  await page.getByRole('button', { name: 'Targets' }).click();
  const targets = page.getByRole('dialog', { name: 'Targets' });
  await targets.getByLabel('Target of AAPL in percent').fill('95');
  await targets.getByRole('button', { name: 'Save' }).click();
  await expect(targets.getByText('Targets add up to 95 %, not 100 %')).toBeVisible();
  await targets.getByLabel('Target of MSFT in percent').fill('5');
  await targets.getByRole('button', { name: 'Save' }).click();
  await expect(targets).toBeHidden();
  await expect(page.getByRole('table', { name: 'Allocation by Stock' })).toContainText('95.00%');

  await page.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('button', { name: 'Add group' }).click();
  const group = page.getByRole('dialog', { name: 'Add group' });
  await group.getByLabel('Name of the group').fill('Regions');
  await group.getByRole('button', { name: 'Add tag' }).click();
  await group.getByLabel('Tag 1', { exact: true }).fill('Europe');
  await group.getByLabel('Add a stock to Europe').selectOption('AAPL');
  await group.getByLabel('Part of AAPL in Europe in percent').fill('40');
  expect(await violations(page, wcagRules)).toEqual([]);
  await group.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('By', { exact: true }).selectOption('Regions');
  const parts = page.getByRole('table', { name: 'Allocation by Regions' });
  await expect(parts).toContainText('Europe');
  await expect(parts).toContainText('Not assigned');

  await page.getByRole('button', { name: 'Rebalance' }).press('Enter');
  const rebalance = page.getByRole('dialog', { name: 'Rebalance' });
  await rebalance.getByLabel('Only buy').check();
  await rebalance.getByRole('button', { name: 'Calculate' }).click();
  await expect(rebalance.getByText('Enter the money to invest')).toBeVisible();
  await rebalance.getByLabel('Money to invest (EUR)').fill('1,000');
  await rebalance.getByRole('button', { name: 'Calculate' }).click();
  await expect(rebalance.getByText('Left over')).toBeVisible();
  await page.setViewportSize(phone);
  expect(await violations(page, wcagRules)).toEqual([]);
  await rebalance.getByRole('button', { name: 'Add as transactions' }).click();
  const form = page.getByRole('dialog', { name: 'Add Transaction (1 of 1)' });
  await expect(form.getByLabel('Stock', { exact: true })).toHaveValue('AAPL');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test('shows the realised gains of a year with their lots, and downloads them', async ({
  page,
  api,
  account,
}) => {
  const id = await createBook(api, account, trades);
  await page.goto(`/portfolios/${id}?tab=realised`);
  const sales = page.getByRole('table', { name: 'Sales of 2025, newest first' });
  await sales.getByRole('button', { name: 'AAPL Feb 4, 2025' }).press('Enter');
  await expect(sales.getByRole('row', { name: /bought Jan 3, 2024, held 398 days/ })).toBeVisible();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('realised-2025.csv');
  expect(await readFile(await download.path(), 'utf8')).toMatch(/\r\n2025-02-04,AAPL,2024-01-03,398,3,/);
  const present = String(new Date().getFullYear());
  await page.getByLabel('Tax year').selectOption(present);
  await expect(page.getByText(`Nothing was sold in ${present}.`)).toBeVisible();
  await page.setViewportSize(phone);
  expect(await violations(page, wcagRules)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});
