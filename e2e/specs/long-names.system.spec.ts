import { addStock } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** As long as a name may be, without a place to break. */
const longName = 'M'.repeat(100);

for (const width of [360, 1280]) {
  test(`breaks long names of strategies and signal rules at ${width} px`, async ({ page, api, account }) => {
    const headers = { authorization: `Bearer ${account.accessToken}` };
    await addStock(api, account, 'AAPL');
    for (const [path, data] of [
      ['signals/rules', { name: longName, when: 'close > 100', scope: 'stock', symbol: 'AAPL' }],
      ['strategies', { name: longName }],
    ] as const) {
      expect((await api.post(`/api/${path}`, { headers, data })).status()).toBe(201);
    }
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/signals?tab=rules', '/stocks/AAPL', '/strategies']) {
      await page.goto(path);
      const name = page.getByText(longName);
      await expect(name).toBeVisible();
      const right = (element: Element) => element.getBoundingClientRect().right;
      const list = page.getByRole('listitem').filter({ has: name });
      expect(await name.evaluate(right)).toBeLessThanOrEqual(await list.evaluate(right));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}
