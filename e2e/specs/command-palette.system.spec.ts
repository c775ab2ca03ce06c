import type { Page } from '@playwright/test';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

async function choose(page: Page, text: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  await expect(paletteOf(page).getByRole('option').first()).toHaveText(option);
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toHaveCount(0);
}

test('goes to stocks and pages, adds, and changes range and theme', async ({ page, reader }) => {
  await signIn(page, reader);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await choose(page, 'micro', /^MSFT/);
  await expect(page).toHaveURL('/stocks/MSFT');
  await choose(page, '3m', /^3M/);
  await expect(page).toHaveURL('/stocks/MSFT?range=3M');
  await choose(page, 'dark', /^Dark/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await choose(page, 'settings', /^Settings/);
  await expect(page).toHaveURL('/settings');
  await choose(page, 'rules', /^Signal rules/);
  await expect(page).toHaveURL('/signals?tab=rules');
  await choose(page, 'strateg', /^Strategies/);
  await expect(page).toHaveURL('/strategies');
  await choose(page, 'add', /^Add a stock/);
  const form = page.getByRole('dialog', { name: 'Add Stock to Track' });
  await expect(form.getByLabel('Stock Symbol or ISIN')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL('/stocks');
  await page.getByLabel('Search your stocks').focus();
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toBeVisible();
  await page.keyboard.type('nothing of the kind');
  await expect(paletteOf(page)).toContainText('Nothing matches.');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Search your stocks')).toBeFocused();
});

test('opens while a closed dialog fades', async ({ page, reader }) => {
  await signIn(page, reader);
  await page.goto('/strategies');
  await page.getByRole('button', { name: 'Add Strategy' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Strategy' });
  await expect(form).toBeVisible();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  await page.keyboard.press('Escape');
  await expect(form).toHaveAttribute('data-closed', '');
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
});

test('takes what is typed while its code loads', async ({ page, reader }) => {
  await signIn(page, reader);
  const { promise: isTyped, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/command-palette-*.js', async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.goto('/stocks');
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('app');
  load();
  await expect(paletteOf(page).getByRole('combobox')).toHaveValue('app');
  await page.keyboard.type('le');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/stocks/AAPL');
});

test('finds what the page of a stock offers, and stocks that are not on the list', async ({
  page,
  reader,
}) => {
  await signIn(page, reader);
  await page.goto('/stocks/AAPL');
  await expect(page.getByRole('application')).toBeVisible();
  await page.keyboard.press('Control+k');
  for (const [text, option] of [
    ['log', /^Log scale/],
    ['import', /^Import stocks/],
    ['favor', /^Favorite/],
    ['rsi', /^RSI/],
    ['fullscreen', /^Full screen/],
    ['TSLA', /^TSLA.*Not on your list/],
  ] as const) {
    await paletteOf(page).getByRole('combobox').fill(text);
    await expect(paletteOf(page).getByRole('option', { name: option }).first()).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await choose(page, 'weekly', /^Weekly bars/);
  await expect(page).toHaveURL('/stocks/AAPL?interval=weekly');
  await choose(page, 'compare', /^Compare/);
  const compare = page.getByRole('dialog', { name: 'Compare' });
  await expect(compare).toBeVisible();
  // Closes the panel, and then `More`, from which it opened.
  await page.keyboard.press('Escape');
  await expect(compare).toBeHidden();
  await page.keyboard.press('Escape');
  await choose(page, 'export', /^Export/);
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('Escape');
  // The last command comes first.
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page).getByRole('option').first()).toHaveText(/^Export/);
});
