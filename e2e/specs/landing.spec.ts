import { expect, test } from '../support/test.ts';

test.beforeEach(({ page }) => page.goto('/'));

test('describes the product', async ({ page }) => {
  await expect(page).toHaveTitle('Your own watch list · Stockbook');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your stocks, in one calm place.');
});

for (const [name, address] of [
  ['Sign In', '/login'],
  ['Get Started', '/register'],
] as const) {
  test(`every ${name} leads to ${address}`, async ({ page }) => {
    const links = page.getByRole('link', { name, exact: true });
    await expect(links.nth(1)).toBeVisible();
    for (const link of await links.all()) await expect(link).toHaveAttribute('href', address);
    await links.first().click();
    await expect(page).toHaveURL(address);
  });
}

test('lists six features, and marks those that are not available yet', async ({ page }) => {
  const features = page.getByRole('region', { name: 'What you can do with it' }).getByRole('listitem');
  await expect(features).toHaveText([
    /^Stock Tracking(?!.*Coming soon)/,
    /^Stock Analysis(?!.*Coming soon).*indicators/,
    /^Portfolio Management.*Coming soon/,
    /^Trading Strategies.*Coming soon.*Build rules.*backtest/,
    /^AI-Powered Insights.*Coming soon/,
    /^Real-Time Signals.*Coming soon/,
  ]);
});

test('shows its technology and calls to action', async ({ page }) => {
  await expect(page.getByRole('region', { name: 'Technology' }).getByRole('term')).toHaveCount(4);
  const call = page.getByRole('region', { name: 'Start your watch list' });
  await expect(call.getByRole('link', { name: 'Get Started' })).toBeVisible();
});

test('shows pictures of the program, in the theme of the page and of the size of the window', async ({
  page,
}) => {
  const shown = page.getByRole('main').locator('img:visible');
  const isLoaded = () =>
    shown.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return [new URL(image.currentSrc).pathname, image.naturalWidth > 0];
    });
  for (const [colorScheme, width, name] of [
    ['light', 1280, 'stocks-light-1280'],
    ['dark', 1280, 'stock-detail-studies-dark-1280'],
    ['dark', 390, 'stocks-dark-390'],
    ['light', 390, 'stock-detail-light-390'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expect(shown).toHaveCount(1);
    await expect.poll(isLoaded).toEqual([`/pictures/${name}.png`, true]);
  }
});
