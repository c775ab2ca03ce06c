import type { Page } from '@playwright/test';
import { call, createPortfolio } from '../../support/data/portfolios.ts';
import { calculate } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Own prices' });

test('enters the coupons of a bond, which a portfolio suggests and takes', async ({ page, api, account }) => {
  await call(api, account, 'POST', '/instruments', {
    symbol: '@BOND',
    name: 'Federal bond',
    type: 'Bond',
    currency: 'EUR',
    quoted_in: 'percent',
    bars: [{ date: '2025-01-02', close: 98 }],
  });
  const trade = { type: 'BUY', date: '2025-01-02', symbol: '@BOND', quantity: 5_000, price: 98 };
  const id = await createPortfolio(api, account, { name: 'Main', currency: 'EUR' }, [trade]);
  await page.goto('/stocks/@BOND');
  await card(page).getByRole('button', { name: 'Dividends and splits…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Dividends and splits of @BOND' });
  await dialog.getByLabel('Ex-date').fill('2025-02-28');
  await dialog.getByLabel('Per cent').fill('2.5');
  await dialog.getByLabel('Repeat').selectOption('Every six months');
  await dialog.getByLabel('Until').fill('2026-02-28');
  await dialog.getByLabel('Per cent').press('Enter');
  await expect(dialog.getByText('Dividend of Feb 28, 2025 added.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(
    'Feb 28, 2025Dividends: 2.50% every six months until Feb 28, 2026',
  );

  await page.goto(`/portfolios/${id}?tab=dividends`);
  await expect(page.getByText('3 dividends may be missing')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Dividends that may be missing' });
  await expect(review.getByRole('listitem').first()).toContainText('125.00');
  await review.getByRole('button', { name: 'Add 3 dividends' }).click();
  await expect(review).toBeHidden();
});

test('divides the earlier prices by a split once, and takes the split back', async ({
  page,
  api,
  account,
}) => {
  await call(api, account, 'POST', '/instruments', {
    symbol: '@FIRM',
    name: 'Firm',
    type: 'Stock',
    currency: 'EUR',
    bars: [
      { date: '2026-01-05', close: 100 },
      { date: '2026-04-01', close: 52 },
    ],
  });
  await page.goto('/stocks/@FIRM');
  await card(page).getByRole('button', { name: 'Dividends and splits…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dividends and splits of @FIRM' });
  await dialog.getByLabel('Kind').selectOption('Split');
  await dialog.getByLabel('Ex-date').fill('2026-03-03');
  const question = dialog.getByRole('group', {
    name: 'Are the prices before Mar 3, 2026 already divided by 2?',
  });
  await expect(dialog.getByRole('button', { name: 'Add split' })).toBeDisabled();
  await question.getByRole('radio', { name: 'No' }).check();
  await dialog.getByRole('button', { name: 'Add split' }).click();
  await expect(dialog.getByText('Split of Mar 3, 2026 added.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('No dividends and no splits yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page).getByRole('table')).toContainText('Jan 5, 2026€50.00');
});

test('changes the facts of an instrument, and shows its indicators after a change of prices', async ({
  page,
  api,
  account,
  log,
}) => {
  log.expect(/400 .*instruments\.update/);
  const bars = Array.from({ length: 30 }, (_, day) => ({
    date: `2026-04-${String(day + 1).padStart(2, '0')}`,
    close: 100,
  }));
  await call(api, account, 'POST', '/instruments', {
    symbol: '@FLAT',
    name: 'Flat',
    currency: 'EUR',
    bars,
  });
  await calculate(api, account, '@FLAT', 'SMA');
  await page.goto('/stocks/@FLAT');
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  const legend = page.getByRole('region', { name: 'Indicator Chart' }).getByRole('listitem');
  await expect(legend).toHaveText(/Simple Moving Average.*100\.00/);
  await card(page).getByLabel('Date').fill('2026-05-01');
  await card(page).getByLabel('Price').fill('400');
  await card(page).getByLabel('Price').press('Enter');
  await expect(legend).toHaveText(/Simple Moving Average.*115\.00/);

  await card(page).getByRole('button', { name: 'Facts…' }).click();
  const facts = page.getByRole('dialog', { name: 'Facts of @FLAT' });
  await facts.getByLabel('Name').fill('Flat in Halle');
  await facts.getByLabel('Type').selectOption('Real estate');
  await facts.getByLabel('Currency').fill('XX1');
  await facts.getByRole('button', { name: 'Save' }).click();
  await expect(facts.getByText('Currency must be a code of ISO 4217, for example EUR')).toBeVisible();
  await facts.getByLabel('Currency').fill('CHF');
  await facts.getByRole('button', { name: 'Save' }).click();
  await expect(facts).toBeHidden();
  await expect(page.getByRole('main').locator('header')).toContainText('Flat in Halle');
  await expect(card(page).getByRole('table')).toContainText('CHF');
});
