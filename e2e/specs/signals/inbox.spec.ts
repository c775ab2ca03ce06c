import type { Locator, Page } from '@playwright/test';
import { signalEntry } from '../../support/data/signals.ts';
import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the element.');
}

test('leads from the bell to the bar of a signal, by keyboard alone', async ({
  page,
  api,
  reader,
  server,
}) => {
  const response = await api.get('/api/stocks/AAPL/data', {
    headers: { authorization: `Bearer ${reader.accessToken}` },
  });
  const { data }: { data: { date: string }[] } = await response.json();
  const bar_date = data.at(-30)?.date ?? '';
  let is_read = false;
  await server.answer('signals.list', () => ({
    signals: [signalEntry({ bar_date, is_read })],
    total: 1,
    unread: is_read ? 0 : 1,
  }));
  await server.answer('signals.markRead', () => {
    is_read = true;
    return { unread: 0 };
  });
  await signIn(page, reader);

  await page.goto('/stocks');
  await tabTo(page, page.getByRole('link', { name: 'Inbox, 1 unread' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/signals');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signals');
  await expect(page.getByText('Preview', { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'AAPL' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/stocks/AAPL?date=${bar_date}`);
  const shown = new Date(bar_date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  await expect(
    page.getByRole('region', { name: 'Price chart' }).getByText(shown, { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible();
});

test('has its tab and filters in the address', async ({ page, reader }) => {
  await signIn(page, reader);
  await page.goto('/signals');
  await expect(page.getByText('No signals yet.')).toBeVisible();
  await page.getByLabel('Stock', { exact: true }).selectOption('MSFT');
  await page.getByRole('button', { name: 'Unread' }).click();
  await expect(page).toHaveURL('/signals?symbol=MSFT&unread=true');
  await page.reload();
  await expect(page.getByLabel('Stock', { exact: true })).toHaveValue('MSFT');
  await page.getByRole('tab', { name: 'Signals' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/signals?tab=rules');
  await expect(page.getByRole('tab', { name: 'Rules' })).toHaveAttribute('aria-selected', 'true');
});

for (const width of [390, 1280]) {
  test(`has one navigation on a screen of ${width} pixels`, async ({ page, account: _ }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dashboard');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages).toHaveCount(1);
    await pages.getByRole('link', { name: 'Signals' }).click();
    await expect(page).toHaveURL('/signals');
    await expect(pages.getByRole('link', { name: 'Signals' })).toHaveAttribute('aria-current', 'page');
    await pages.getByRole('link', { name: 'Stocks' }).click();
    await expect(page).toHaveURL('/stocks');
  });
}

test('moves by j and k, marks as read by e, and shows the side and the change since', async ({
  page,
  api,
  reader,
  server,
}) => {
  const response = await api.get('/api/stocks/AAPL/data', {
    headers: { authorization: `Bearer ${reader.accessToken}` },
  });
  const { data }: { data: { date: string; close: number }[] } = await response.json();
  const { date: bar_date = '' } = data.at(-30) ?? {};
  const last = data.at(-1)?.close ?? 0;
  await server.answer('signals.list', {
    signals: [
      signalEntry({ bar_date, close: last / 1.1, side: 'entry', is_read: false }),
      signalEntry({ bar_date, symbol: 'MSFT', sentence: 'MSFT: close is above 1.', is_read: false }),
    ],
    total: 2,
    unread: 2,
  });
  await server.answer('signals.markRead', { unread: 1 });
  await server.answer('stocks.actions', { symbol: 'AAPL', splits: [], dividends: [], total: 0 });
  await signIn(page, reader);
  await page.goto('/signals');
  await expect(page.getByText('Since then +10.00%')).toBeVisible();
  await expect(page.getByText('Buy', { exact: true })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'AAPL' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'MSFT' })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('e');
  await expect(page.getByRole('link', { name: 'MSFT' })).toBeFocused();
  await expect(page.getByText('Unread', { exact: true }).and(page.locator('.sr-only'))).toHaveCount(1);
  expect(server.calls('signals.markRead')).toHaveLength(1);
});
