import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { runServer } from '../../support/own-server.ts';
import { addStock } from '../../support/session.ts';
import { test as base, expect } from '../../support/test.ts';

interface PriceFiles {
  readonly url: string;
  /** Writes the file of NIGHT: one bar a day from 2026-01-01. */
  put(closes: readonly number[]): Promise<void>;
}

/** The program with a price file that the test changes. */
const test = base.extend<object, { prices: PriceFiles }>({
  prices: [
    ({ browser: _ }, use) =>
      runServer(
        (folder) => ({ MARKET_DATA: 'csv', MARKET_DATA_CSV_DIR: folder }),
        ({ url }, folder) =>
          use({
            url,
            put: (closes) =>
              writeFile(
                join(folder, 'NIGHT.csv'),
                [
                  'date,open,high,low,close,volume',
                  ...closes.map((close, day) => `${dayOf(day)},${close},${close},${close},${close},100`),
                ].join('\n'),
              ),
          }),
      ),
    { scope: 'worker' },
  ],
  serverUrl: [({ prices }, use) => use(prices.url), { scope: 'worker' }],
});

const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
const inboxLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('a rule of the stock page fires with the next bar, and its signal leads to that bar', async ({
  page,
  api,
  account,
  prices,
}) => {
  const closes = Array.from({ length: 30 }, (_, day) => 9 - (day % 2));
  await prices.put(closes);
  await addStock(api, account, 'NIGHT');
  await page.goto('/stocks/NIGHT');
  await page.getByRole('button', { name: 'Add Signal' }).click();
  const dialog = page.getByRole('dialog', { name: /Signal$/ });
  await dialog.getByRole('button', { name: 'Text' }).click();
  await dialog.getByRole('textbox', { name: 'Rule', exact: true }).fill('close crosses above 10');
  await expect(dialog.getByText(/^Never became true/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Signal' }).click();
  await expect(dialog).toBeHidden();
  await expect(inboxLink(page, 'Inbox')).toBeVisible();

  await prices.put([...closes, 11]);
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await inboxLink(page, 'Inbox, 1 unread').click();
  const sentence = 'Close crossed above 10 at the close of Jan 31, 2026 (11.00 after 8.00). Close 11.00.';
  // The page of the stock has the sentence and a link to the stock, too.
  const entry = page.getByRole('listitem').filter({ hasText: sentence });
  await entry.getByRole('link', { name: 'NIGHT' }).click();
  await expect(page).toHaveURL(`/stocks/NIGHT?date=${dayOf(30)}`);
  // Over the chart, the pointer would choose the bar.
  await page.mouse.move(0, 0);
  await expect(
    page.getByRole('region', { name: 'Price chart' }).getByText('Jan 31, 2026', { exact: true }),
  ).toBeVisible();
  await expect(inboxLink(page, 'Inbox')).toBeVisible();
});
