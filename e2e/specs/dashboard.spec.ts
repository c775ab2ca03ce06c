import { expect, test } from '../support/test.ts';

test.beforeEach(async ({ page, account: _ }) => page.goto('/dashboard'));

test('opens the stocks from Stock Tracking', async ({ page }) => {
  await expect(page).toHaveTitle('Dashboard · Stockbook');
  const card = page.getByRole('article').filter({ hasText: 'Stock Tracking' });
  await expect(card).toContainText('Available');
  await card.getByRole('link', { name: 'Stock Tracking' }).click();
  await expect(page).toHaveURL('/stocks');
});

test('links the whole card', async ({ page }) => {
  await page
    .getByRole('article')
    .filter({ hasText: 'Stock Tracking' })
    .click({ position: { x: 20, y: 20 } });
  await expect(page).toHaveURL('/stocks');
});

test('marks all other areas as coming soon', async ({ page }) => {
  const areas = page.getByRole('region', { name: 'Coming soon' }).getByRole('listitem');
  await expect(areas).toHaveCount(6);
  await expect(areas.getByRole('heading')).toHaveText([
    'Portfolio Overview',
    'Stock Analysis',
    'Trading Strategies',
    'AI Insights',
    'Live Signals',
    'Settings',
  ]);
  await expect(areas.getByText('Coming soon', { exact: true })).toHaveCount(6);
  await expect(areas.getByRole('link')).toHaveCount(0);
});

test('describes the phases in a note', async ({ page }) => {
  await expect(page.getByText('Phase 3 (stock tracking) is done.')).toBeVisible();
  await expect(page.getByText('Phase 4 will add technical indicator calculation.')).toBeVisible();
});
