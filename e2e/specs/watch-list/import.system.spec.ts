import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/test.ts';

test('shows a long import in both themes, on a phone and on a desktop', async ({ page, account: _ }) => {
  await page.goto('/stocks');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import stocks' });
  const symbols = Array.from({ length: 40 }, (_, number) => `T${number}`);
  await dialog.getByLabel('Stocks to import').fill(`${symbols.join(' ')} US0378331006 a/b`);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const add = dialog.getByRole('button', { name: 'Add 40 stocks' });
  await expect(add).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      expect.soft(await violations(page)).toEqual([]);
      await expect(add).toBeInViewport();
    }
  }
});
