import { expect, test } from '../support/test.ts';

test('the reference page follows the colour scheme, also when it changes', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Stockbook API' })).toBeVisible();
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe('rgb(28, 32, 34)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(background).toBe(light);
});

test('the reference page links the document in both versions', async ({ page }) => {
  await page.goto('/api/docs');
  for (const version of ['3.1', '3.0']) {
    const address = await page.getByRole('link', { name: `OpenAPI ${version}` }).getAttribute('href');
    const document: { openapi: string } = await (await page.request.get(String(address))).json();
    expect(document.openapi.startsWith(version)).toBe(true);
  }
});
