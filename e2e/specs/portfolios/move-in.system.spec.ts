import type { Page } from '@playwright/test';
import { call } from '../../support/data/portfolios.ts';
import { bookXml, encryptedBook } from '../../support/moved-book.ts';
import { expect, test } from '../../support/test.ts';

const step = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .and(page.locator('[aria-current="step"]'));

/** Other tests have tasks in the same worker. */
const taskMs = 30_000;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('link', { name: 'Move from another program' }).first().press('Enter');
  await expect(step(page, 'Choose a file')).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Choose a file');
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  await press(page, 'Next');
}

test('moves a file with a password in by keys alone, goes on after leaving, and takes it back', async ({
  page,
  api,
  account,
  log,
}) => {
  log.expect(/400 .*moves\.start/);
  await page.goto('/portfolios');
  await choose(page, 'book.portfolio', encryptedBook('my secret'));
  const password = page.getByLabel('Password of the file');
  await expect(password).toBeFocused();
  await password.fill('wrong');
  await password.press('Enter');
  await expect(page.getByText('The password is wrong, or the file is damaged')).toBeVisible();
  await password.fill('my secret');
  await password.press('Enter');

  await expect(step(page, 'Check')).toBeFocused({ timeout: taskMs });
  await expect(page.getByRole('button', { name: '1 question is open' })).toBeDisabled();
  const name = page.getByLabel('Name of Depot');
  await name.fill('Long term');
  await name.press('Enter');
  await expect(page.getByLabel('Name of Long term')).toBeVisible();
  await expect(page.getByText('Which stock is "Bitcoin"?').first()).toBeVisible();
  await page.goto('/dashboard');
  await page.goto('/portfolios/move-in');
  await page.getByRole('link', { name: 'Go on book.portfolio' }).press('Enter');
  await expect(page.getByLabel('Name of Long term')).toBeVisible();
  await press(page, 'Leave it out');
  await press(page, 'Compare');

  await expect(step(page, 'Compare')).toBeFocused();
  await expect(page.getByRole('list', { name: 'Differences' })).toContainText(
    'Bitcoin in Depot: 1 in Portfolio Performance, 0 here (1 line skipped).',
  );
  await expect(page.getByRole('button', { name: 'Move in' })).toBeDisabled();
  await page.getByLabel('Move in anyway').press('Space');
  await press(page, 'Move in');
  await expect(page.getByText('1 portfolio, 3 transactions. 2 balances differ.')).toBeVisible({
    timeout: taskMs,
  });
  await page.getByRole('link', { name: 'Open portfolios' }).press('Enter');
  await page.getByRole('link', { name: 'Long term' }).press('Enter');
  await expect(page.getByRole('row', { name: /^@HOUSE-BANK-FUND/ })).toContainText('€104.00');
  await expect(page.getByRole('button', { name: /^AAPL/ })).toBeVisible();

  await page.goto('/portfolios/move-in');
  await press(page, 'Take it back book.portfolio');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).press('Enter');
  await expect(page.getByText('3 transactions and 1 portfolio were taken back')).toBeVisible();
  expect(await call(api, account, 'GET', '/portfolios')).toMatchObject({ total: 0 });
});

test('moves a file in that adds up, on a phone', async ({ page, account: _ }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/portfolios');
  await choose(page, 'book.xml', bookXml);
  await page.getByRole('button', { name: 'Make it an own instrument' }).click({ timeout: taskMs });
  const lines = page.getByRole('list', { name: 'Lines, problems first' });
  await expect(lines.getByRole('listitem').filter({ hasText: /New$/ })).toHaveCount(4);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Everything adds up: 3 holdings, 1 account.')).toBeVisible();
  await page.getByRole('button', { name: 'Move in' }).click();
  await expect(page.getByText('1 portfolio, 4 transactions. Everything adds up.')).toBeVisible({
    timeout: taskMs,
  });
  await page.reload();
  await expect(page.getByText('1 portfolio, 4 transactions. Everything adds up.')).toBeVisible();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('4 transactions and 1 portfolio were taken back')).toBeVisible();
});
