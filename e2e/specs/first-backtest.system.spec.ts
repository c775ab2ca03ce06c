import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const mostClicks = 12;

test(`leads from the landing page to a first backtest in ${mostClicks} clicks at most, without scrolling`, async ({
  page,
}) => {
  let clicks = 0;
  /** Clicks what is in sight: Playwright alone would scroll to it. */
  async function click(target: Locator): Promise<void> {
    await expect(target).toBeInViewport({ ratio: 1 });
    await target.click();
    clicks++;
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const name = `newcomer${Date.now()}`;

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await click(page.getByRole('link', { name: 'Get Started' }).first());
  await expect(page.getByLabel('First name')).toBeFocused();
  const password = 'a long and private sentence';
  for (const text of ['New', 'User', `${name}@example.com`, name, password, password]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await click(button('Create Account'));

  await click(page.getByRole('link', { name: /Stock Tracking/ }));
  await click(page.getByRole('button', { name: /^Find a stock/ }));
  const search = page.getByRole('dialog').getByLabel('Stock Symbol or ISIN');
  await expect(search).toBeFocused();
  await page.keyboard.type('aapl');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await click(page.getByRole('link', { name: /AAPL/ }).first());

  await click(button('Indicators'));
  await click(page.getByRole('dialog', { name: 'Indicators' }).getByRole('button', { name: /^RSI/ }));
  await expect(page.getByRole('figure').getByText(/^RSI 14/)).toBeInViewport();
  await page.keyboard.press('Escape');

  await click(page.getByRole('banner').getByRole('link', { name: 'Strategies' }));
  await click(button('Start from this example: RSI reversal'));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Add Strategy' }));
  await click(button('Run backtest'));
  await expect(page.getByRole('heading', { name: /^Backtest of / })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(clicks).toBeLessThanOrEqual(mostClicks);
});
