import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { createBook } from '../../support/data/books.ts';
import { call } from '../../support/data/portfolios.ts';
import { wcagRules } from '../../support/looks.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import transactions' });
const step = (page: Page, name: string) =>
  dialog(page).getByRole('listitem').filter({ hasText: name }).and(page.locator('[aria-current="step"]'));

const header =
  'date,type,symbol,isin,name,quantity,price,currency,fees,taxes,amount,fx_rate,fx_currency,ex_date,to_amount,to_currency,external_id,note';
const file = [
  header,
  '2024-01-03,BUY,AAPL,,,10,185,USD,1,0,,,,,,,,',
  '2024-03-05,BUY,MSFT,,,4,400,USD,0,0,,,,,,,,monthly',
  '2024-13-01,BUY,MSFT,,,4,400,USD,0,0,,,,,,,,',
].join('\n');

test.beforeEach(async ({ api, account }) => {
  for (const symbol of ['AAPL', 'MSFT', 'EURUSD=X']) await addStock(api, account, symbol);
});

test('imports a file by keys alone, cures a row, and takes the import back', async ({
  page,
  api,
  account,
}) => {
  const id = await createBook(api, account, []);
  await page.goto(`/portfolios/${id}?tab=transactions`);
  await page.getByRole('button', { name: 'Import' }).press('Enter');
  await expect(step(page, 'Choose a file')).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await dialog(page).getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await chooser).setFiles({ name: 'trades.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(dialog(page).getByText('trades.csv')).toBeVisible();
  expect(await violations(page, wcagRules)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Next' }).press('Enter');

  await expect(step(page, 'Match columns')).toBeFocused();
  await expect(dialog(page).getByText('This looks like Stockbook.')).toBeVisible();
  await expect(dialog(page).getByLabel('Column of Shares')).toHaveValue('5');
  expect(await violations(page, wcagRules)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Next' }).press('Enter');

  await expect(step(page, 'Check')).toBeFocused();
  await expect(dialog(page).getByText('2 new · 0 already there · 1 problem')).toBeVisible();
  await expect(dialog(page).getByText('"2024-13-01" is not a date')).toBeVisible();
  await dialog(page).getByLabel('Date of line 4').fill('2024-12-01');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page, wcagRules)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await dialog(page).getByRole('button', { name: 'Check again' }).press('Enter');
  await expect(dialog(page).getByText('3 new · 0 already there · 0 problems')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Import 3 transactions' }).press('Enter');

  await expect(dialog(page).getByText('3 transactions were added.')).toBeVisible();
  await expect(step(page, 'Done')).toBeFocused();
  expect(await violations(page, wcagRules)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Take this import back' }).press('Enter');
  await expect(dialog(page).getByText('3 transactions were taken back')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeFocused();
  await expect(dialog(page)).toBeHidden();
  expect(await call(api, account, 'GET', `/portfolios/${id}/transactions`)).toMatchObject({ total: 0 });
});

test('finds a pasted text in the portfolio already, and lists the import', async ({ page, api, account }) => {
  const id = await createBook(api, account, []);
  await page.goto(`/portfolios/${id}?tab=transactions`);
  const paste = async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog(page).getByLabel('Or paste its text').fill(file);
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await expect(step(page, 'Match columns')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Next' }).click();
  };
  await paste();
  await dialog(page).getByRole('button', { name: 'Import 2 transactions' }).click();
  await expect(dialog(page).getByText('2 transactions were added.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table', { name: 'Transactions, newest first' }).getByRole('row')).toHaveCount(
    3,
  );
  await paste();
  await expect(dialog(page).getByText('0 new · 2 already there · 1 problem')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await dialog(page).getByRole('button', { name: 'Take back the import of Pasted text' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await expect(dialog(page).getByText('2 transactions were taken back')).toBeVisible();
});
