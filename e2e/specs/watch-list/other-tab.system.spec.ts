import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

/** How soon another tab shows a change, in milliseconds. */
const timeout = 5000;

test('another tab shows stars, removals and additions', async ({ page, context, api, account }) => {
  await addStock(api, account, 'AAPL');
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/stocks');
    await expect(tab.getByRole('article')).toHaveCount(1);
  }
  await page.getByTitle('Add to favorites').click();
  await expect(other.getByTitle('Remove from favorites')).toBeVisible({ timeout });
  await page.getByRole('button', { name: 'Add Stock' }).click();
  await page.getByLabel('Stock Symbol or ISIN').fill('KO');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(other.getByRole('article')).toHaveCount(2, { timeout });
  await page.getByRole('article', { name: /^KO/ }).getByTitle('Stop tracking').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop tracking' }).click();
  await expect(other.getByRole('article')).toHaveCount(1, { timeout });
});
