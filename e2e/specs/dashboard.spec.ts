import { expect, test } from '../support/test.ts';

test.beforeEach(async ({ page, account: _ }) => page.goto('/dashboard'));

test('Stock Tracking is available and opens the stocks', async ({ page }) => {
  await expect(page).toHaveTitle('Dashboard · Stockbook');
  const card = page.getByRole('article').filter({ hasText: 'Stock Tracking' });
  await expect(card).toContainText('Available');
  await card.getByRole('link', { name: 'Stock Tracking' }).click();
  await expect(page).toHaveURL('/stocks');
});

test('the whole card is the link', async ({ page }) => {
  await page
    .getByRole('article')
    .filter({ hasText: 'Stock Tracking' })
    .click({ position: { x: 20, y: 20 } });
  await expect(page).toHaveURL('/stocks');
});

test('all other areas are coming soon', async ({ page }) => {
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

test('a note tells the phases', async ({ page }) => {
  await expect(page.getByText('Phase 3 (stock tracking) is done.')).toBeVisible();
  await expect(page.getByText('Phase 4 will add technical indicator calculation.')).toBeVisible();
});
