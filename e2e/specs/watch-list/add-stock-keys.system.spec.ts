import type { Page } from '@playwright/test';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

function fieldOf(page: Page) {
  return page.getByRole('dialog', { name: 'Add Stock to Track' }).getByLabel('Stock Symbol or ISIN');
}

async function open(page: Page): Promise<void> {
  await page.goto('/stocks');
  await page.getByRole('button', { name: 'Add Stock' }).click();
  await expect(fieldOf(page)).toBeFocused();
}

test.beforeEach(({ account: _ }) => {});

test('adds the highlighted suggestion with Enter', async ({ page, server }) => {
  await open(page);
  await page.keyboard.type('micros');
  await expect(page.getByRole('option', { name: /MSFT/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: /^MSFT/ })).toBeVisible();
  expect(server.calls('stocks.add').map(({ input }) => input)).toEqual([{ symbol: 'MSFT' }]);
});

test('adds a suggestion that was chosen before with Enter', async ({ page }) => {
  await open(page);
  await page.keyboard.type('micros');
  await page.getByRole('option', { name: /MSFT/ }).click();
  await expect(fieldOf(page)).toHaveValue('MSFT');
  await fieldOf(page).press('Enter');
  await expect(page.getByRole('article', { name: /^MSFT/ })).toBeVisible();
});

test('adds the stock of a typed name, also before its suggestions show', async ({ page, server }) => {
  await open(page);
  await page.keyboard.type('walmart');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: /^WMT/ })).toBeVisible();
  expect(server.calls('stocks.add').map(({ input }) => input)).toEqual([{ symbol: 'WMT' }]);
});

test('marks suggestions that are on the list', async ({ page, api, account }) => {
  await addStock(api, account, 'MSFT');
  await open(page);
  await page.keyboard.type('micro');
  await expect(page.getByRole('option', { name: /MSFT/ })).toContainText('On your list');
  await expect(page.getByRole('option').filter({ hasText: 'On your list' })).toHaveCount(1);
});

for (const how of ['Enter', 'a click'] as const) {
  test(`keeps the focus in the field when an addition by ${how} is refused`, async ({ page, server }) => {
    await server.refuse('stocks.add', { message: 'The provider rests.' });
    await open(page);
    await page.keyboard.type('NOSUCH');
    if (how === 'Enter') await page.keyboard.press('Enter');
    else await page.getByRole('dialog').getByRole('button', { name: 'Add Stock' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('The provider rests.');
    await expect(fieldOf(page)).toBeFocused();
    await page.keyboard.type('2');
    await expect(fieldOf(page)).toHaveValue('NOSUCH2');
  });
}

test('keeps the letters typed while the code of the form loads', async ({ page }) => {
  // Otherwise the code is there already.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/add-stock-dialog-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/stocks');
  await expect(page.getByText('No stocks tracked yet')).toBeVisible();
  await page.keyboard.type('afx?');
  await page.keyboard.press('Backspace');
  release();
  await expect(fieldOf(page)).toHaveValue('FX');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('y');
  await expect(fieldOf(page)).toHaveValue('FXY');
});

test('does not advise to add a wrong ISIN', async ({ page }) => {
  await open(page);
  await page.keyboard.type('US0378331006');
  await expect(page.getByText('Invalid ISIN: the check digit does not match')).toBeVisible();
  await expect(page.getByText('Compare the ISIN with its source: a digit is wrong.')).toBeVisible();
  await expect(page.getByText(/all the same/)).toHaveCount(0);
});

test('stays open for the next stock if wished', async ({ page }) => {
  await open(page);
  await page.getByRole('switch', { name: 'Keep open' }).click();
  for (const symbol of ['KO', 'PEP']) {
    await fieldOf(page).fill(symbol);
    await fieldOf(page).press('Enter');
    await expect(page.getByText('Stock added successfully!')).toBeVisible();
    await expect(fieldOf(page)).toHaveValue('');
    await expect(fieldOf(page)).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('opens the import with a pasted list of symbols', async ({ page }) => {
  await open(page);
  await fieldOf(page).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'AAPL, US5949181045');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  const dialog = page.getByRole('dialog', { name: 'Import stocks' });
  await expect(dialog.getByLabel('Stocks to import')).toHaveValue('AAPL, US5949181045');
  await expect(dialog.getByLabel('Stocks to import')).toBeFocused();
});
