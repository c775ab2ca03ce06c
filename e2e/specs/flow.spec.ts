import { expect, test } from '../support/test.ts';

test.use({ preloads: true });

test('works from sign-up through a stock and its indicator to sign-out', async ({ page }) => {
  const name = `flow${Date.now()}`;
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).first().click();

  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(`${name}@example.com`);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('a long and private sentence');
  await page.getByLabel('Confirm password').fill('a long and private sentence');
  await page.getByRole('button', { name: 'Create Account' }).click();

  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Welcome, Ada!')).toBeVisible();
  await page.getByRole('link', { name: /Stock Tracking/ }).click();

  await expect(page).toHaveURL(/\/stocks$/);
  await expect(page.getByText('No stocks tracked yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add Stock' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Stock to Track' });
  await dialog.getByLabel('Stock Symbol or ISIN').fill('aapl');
  await dialog.getByRole('button', { name: 'Add Stock' }).click();
  await expect(dialog.getByText('Stock added successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: /AAPL/ }).click();
  await expect(page).toHaveURL(/\/stocks\/AAPL/);
  await expect(page.getByRole('heading', { name: /AAPL/ }).first()).toBeVisible();
  await expect(page.getByText('Simulated data').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '1Y' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('canvas').first()).toBeVisible();

  await page.getByRole('button', { name: 'Show Indicators' }).click();
  await expect(page.getByText('No indicators calculated yet.', { exact: false })).toBeVisible();
  await page.getByLabel('Indicator type').selectOption('RSI');
  await page.getByRole('button', { name: 'Calculate Indicator' }).click();
  await expect(page.getByText('Calculated Indicators (1)')).toBeVisible();

  // Everything is there again after a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  await expect(page.getByText('Calculated Indicators (1)')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(
    page
      .getByRole('link', { name: 'Get Started' })
      .or(page.getByRole('button', { name: 'Sign In' }))
      .first(),
  ).toBeVisible();
  await page.goto('/stocks');
  await expect(page).toHaveURL(/\/login/);
});
