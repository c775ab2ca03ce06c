import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test.use({ preloads: true });

test.beforeEach(({ page, reader, log }) => {
  log.ignore(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|ChunkLoadError/);
  return signIn(page, reader);
});

test.describe('without the code of the other pages', () => {
  test.use({ preloads: false });

  test('says that a page is not loaded, and opens it by itself when online again', async ({
    page,
    context,
  }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Stock Tracking' }).press('Enter');
    await expect(page.getByRole('alert')).toContainText('This page is not loaded yet');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Stock Tracking' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(4);
  });

  test('shows that a page is loading while its code comes slowly', async ({ page }) => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/strategies\.index-/, async (route) => {
      await isReleased;
      await route.continue();
    });
    const code = page.waitForRequest(/\/assets\/strategies\.index-/);
    const session = page.waitForResponse(/\/trpc\/auth\.me/);
    await page.goto('/strategies', { waitUntil: 'commit' });
    await code;
    await (await session).finished();
    // The check of the session shows the same words until it ends.
    await expect(page.getByRole('button', { name: 'Sign out', includeHidden: true })).toHaveCount(0);
    await expect(page.getByText('Loading...')).toBeVisible();
    release();
    await expect(page.getByRole('heading', { name: 'Strategies' })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
  });

  test('reloads by itself when a part of a page can be downloaded again', async ({ page, context }) => {
    await page.goto('/stocks');
    await expect(page.getByRole('article')).toHaveCount(4);
    await context.setOffline(true);
    await page.keyboard.press('a');
    await expect(page.getByRole('alert')).toContainText('The form that adds a stock could not be shown.');
    await expect(page.getByRole('article')).toHaveCount(4);
    await context.setOffline(false);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(4);
    await page.keyboard.press('a');
    await expect(page.getByRole('dialog', { name: 'Add Stock to Track' })).toBeVisible();
  });

  test('keeps the page when the message with Undo cannot be downloaded', async ({ page, server }) => {
    await server.answer('stocks.update', ({ input }: { input: unknown }) => input);
    await page.route('**/undo-toast*', (route) => route.abort());
    await page.goto('/stocks');
    await page.getByTitle('Add to favorites').first().click();
    await expect(page.getByRole('alert')).toContainText('Undo could not be shown.');
    await expect(page.getByRole('article')).toHaveCount(4);
  });

  test('keeps the page when a menu of the top bar cannot be downloaded', async ({ page, context }) => {
    await page.goto('/stocks');
    await expect(page.getByRole('article')).toHaveCount(4);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'User menu' }).click();
    await expect(page.getByRole('alert')).toContainText('User menu could not be shown.');
    await expect(page.getByRole('article')).toHaveCount(4);
    await context.setOffline(false);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'User menu' }).click();
    await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  });
});

test('stays on the page of a stock that is retried offline, and shows it by itself when online', async ({
  page,
  context,
}) => {
  await page.goto('/stocks', { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await page.getByRole('link', { name: 'AAPL' }).click();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Error Loading Stock' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('figure').first()).toBeVisible();
});

test('opens every page offline, because their code is loaded when idle', async ({ page, context }) => {
  await page.goto('/stocks', { waitUntil: 'networkidle' });
  await expect(page.getByRole('article')).toHaveCount(4);
  await context.setOffline(true);
  for (const [link, heading] of [
    ['Signals', 'Signals'],
    ['Stockbook, dashboard', 'Dashboard'],
    ['Stock Tracking', 'Stock Tracking'],
    ['AAPL', 'AAPL'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await expect(page.getByText('could not be shown')).toHaveCount(0);
});
