import { addStock, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test('goes to the next and the previous stock of the list by buttons and keys', async ({ page, reader }) => {
  await signIn(page, reader);
  await page.goto('/stocks?sort=symbol&filter=active');
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.getByRole('link', { name: 'AAPL' }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('AAPL');
  await page.getByRole('button', { name: 'Next stock' }).click();
  await expect(title).toHaveText('EURUSD=X');
  await page.keyboard.press('j');
  await expect(title).toHaveText('MSFT');
  await expect(page.getByRole('button', { name: 'Next stock' })).toBeDisabled();
  await page.keyboard.press('k');
  await expect(title).toHaveText('EURUSD=X');
  await page.getByRole('button', { name: 'Previous stock' }).click();
  await expect(title).toHaveText('AAPL');
});

test('stops tracking on the page of a stock, with Undo', async ({ page, api, account }) => {
  await addStock(api, account, 'AAPL');
  await page.goto('/stocks/AAPL');
  await page.getByRole('button', { name: 'Stop tracking' }).click();
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to stop tracking AAPL?' })
    .getByRole('button', { name: 'Stop tracking' })
    .click();
  await expect(page).toHaveURL('/stocks');
  await expect(page.getByText('No stocks tracked yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article', { name: /^AAPL/ })).toBeVisible();
});

test('stops tracking stocks selected in the list beside the chart, and goes to one that stays', async ({
  page,
  api,
  account,
}) => {
  for (const symbol of ['NVDA', 'MSFT', 'AAPL']) await addStock(api, account, symbol);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/stocks/AAPL');
  const rail = page.getByRole('complementary', { name: 'Your stocks' });
  await expect(rail.getByRole('link')).toHaveText([/^AAPL/, /^MSFT/, /^NVDA/]);
  await page.keyboard.press('x');
  await rail.getByRole('checkbox', { name: 'Select MSFT' }).check();
  await rail.getByRole('button', { name: 'Stop tracking' }).click();
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to stop tracking AAPL and MSFT?' })
    .getByRole('button', { name: 'Stop tracking' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('NVDA');
  await expect(rail.getByRole('link')).toHaveText([/^NVDA/]);
  await expect(rail.getByRole('link')).toBeFocused();
});

test('adds the stock of an untracked page', async ({ page, log, account: _ }) => {
  log.expect(/404.*stocks\.get/);
  log.ignore(/404/);
  await page.goto('/stocks/MSFT');
  await expect(page.getByText('MSFT is not on your watch list.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to watch list' }).press('Enter');
  await expect(page.getByRole('figure')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('MSFT');
});
