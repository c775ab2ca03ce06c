import type { Page } from '@playwright/test';
import { call, createPortfolio } from '../../support/data/portfolios.ts';
import { expect, test } from '../../support/test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Own prices' });

/** Opens the form by the keyboard from the form that adds a stock. */
async function openForm(page: Page) {
  await page.goto('/stocks');
  await page.getByRole('button', { name: 'Add Stock' }).press('Enter');
  await page.getByRole('button', { name: 'Add an own instrument' }).first().press('Enter');
  const form = page.getByRole('dialog', { name: 'Own Instrument' });
  await expect(form.getByLabel('Symbol')).toBeFocused();
  return form;
}

test('creates a flat, pastes its prices, charts them, signals on them, and deletes it once it is not held', async ({
  page,
  api,
  account,
  log,
}) => {
  log.expect(/409 .*instruments\.delete/);
  const form = await openForm(page);
  await form.getByLabel('Symbol').pressSequentially('flat');
  await form.getByLabel('Name').fill('Flat in Leipzig');
  await form.getByLabel('Type').selectOption('Real estate');
  await form.getByLabel('Currency').fill('EUR');
  await form.getByLabel('Date').fill('2024-05-03');
  await form.getByLabel('Price (optional)').fill('240,000');
  await expect(form.getByRole('table', { name: 'Last prices' })).toContainText('€240,000.00');
  await form.getByLabel('Price (optional)').press('Enter');
  await expect(page).toHaveURL(/\/stocks\/(@|%40)FLAT$/);
  await expect(page.getByRole('heading', { level: 1, name: '@FLAT' })).toBeVisible();
  await expect(page.getByRole('main').locator('header').getByText('Own', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh Data' })).toBeDisabled();
  await expect(page.getByTitle('You enter these prices')).toBeVisible();
  await expect(card(page).getByRole('table')).toContainText('May 3, 2024€240,000.00');

  await card(page).getByLabel('Date').fill('2025-05-05');
  await card(page).getByLabel('Price').fill('250000');
  await card(page).getByLabel('Price').press('Enter');
  await expect(card(page).getByText('Saved: €250,000.00 on May 5, 2025')).toBeVisible();
  await expect(card(page).getByLabel('Date')).toBeFocused();

  await card(page).getByRole('button', { name: 'Paste or import…' }).press('Enter');
  const importing = page.getByRole('dialog', { name: 'Import Prices' });
  await importing
    .getByLabel('Prices to import')
    .fill('2024-05-03\t245000\n2024-11-04\t-1\n2025-11-03\t262500\n2026-05-04\t270000');
  await expect(importing.getByText('2 new, 1 changed, 1 problem')).toBeVisible();
  await expect(importing.getByRole('button', { name: 'Import' })).toBeDisabled();
  await importing.getByLabel('Leave out 1 row').press('Space');
  await importing.getByRole('button', { name: 'Import' }).press('Enter');
  await expect(importing).toBeHidden();
  await expect(card(page).getByText('2 prices added, 1 changed')).toBeVisible();

  await page.getByRole('button', { name: 'ALL', exact: true }).click();
  await expect(
    page.getByRole('figure', { name: /^Price chart of @FLAT from May 3, 2024 to May 4, 2026/ }),
  ).toBeVisible();
  // The legend has no volume, which such prices do not have.
  await expect(page.getByText('Vol', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Line', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await page.getByRole('region', { name: 'Signals' }).getByRole('button', { name: 'Add Signal' }).click();
  const rule = page.getByRole('dialog', { name: /Signal$/ });
  await rule.getByRole('button', { name: 'Text' }).click();
  await rule.getByRole('textbox', { name: 'Rule', exact: true }).fill('close > 275000');
  await rule.getByRole('button', { name: 'Add Signal' }).click();
  await expect(rule).toBeHidden();
  await card(page).getByLabel('Date').fill('2026-08-03');
  await card(page).getByLabel('Price').fill('280000');
  await card(page).getByLabel('Price').press('Enter');
  await expect(card(page).getByText('Saved: €280,000.00 on Aug 3, 2026')).toBeVisible();
  await page.goto('/signals');
  const inbox = page.getByRole('main');
  await expect(inbox.getByText(/^Close was above 275,000 at the close of Aug 3, 2026/)).toBeVisible();
  await expect(inbox.getByText('Own', { exact: true })).toBeVisible();
  await page.goto('/stocks/@FLAT');

  await card(page).getByRole('button', { name: 'All prices' }).click();
  const all = page.getByRole('dialog', { name: 'Prices of @FLAT' });
  await all.getByRole('button', { name: 'Delete May 5, 2025' }).click();
  await expect(all.getByText('Price of May 5, 2025 deleted.')).toBeVisible();
  await all.getByRole('button', { name: 'Undo' }).click();
  await expect(all.getByRole('rowheader', { name: 'May 5, 2025' })).toBeVisible();
  await page.keyboard.press('Escape');

  const trade = { type: 'BUY', date: '2024-05-03', symbol: '@FLAT', quantity: 1, price: 245_000 };
  const id = await createPortfolio(api, account, { name: 'Main', currency: 'EUR' }, [trade]);
  await card(page).getByRole('button', { name: 'Delete instrument' }).click();
  const question = 'Delete @FLAT for good? Its 5 prices, indicators and rules go with it.';
  await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: 'Delete' }).click();
  const refusal = page.getByRole('alertdialog', {
    name: '@FLAT has transactions in Main. Delete them first',
  });
  await refusal.getByRole('button', { name: 'OK' }).click();

  const { transactions } = await call<{ transactions: { id: string }[] }>(
    api,
    account,
    'GET',
    `/portfolios/${id}/transactions`,
  );
  await call(api, account, 'DELETE', `/portfolios/${id}/transactions/${transactions[0]?.id}`);
  await page.goto('/settings');
  const settings = page.getByRole('region', { name: 'Own instruments' });
  await expect(settings.getByText('€280,000.00 on Aug 3, 2026')).toBeVisible();
  const download = page.waitForEvent('download');
  await settings.getByRole('button', { name: 'Download all (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('stockbook-own-prices.csv');
  await settings.getByRole('button', { name: 'Delete @FLAT' }).click();
  await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: 'Delete' }).click();
  await expect(settings.getByText(/^No own instruments\./)).toBeVisible();
});

test('shows whole symbols with their badges in the table, which needs no scrolling on a wide screen', async ({
  page,
  api,
  account,
}) => {
  for (const symbol of ['@FLAT', '@GOLD-BAR']) {
    const bars = [
      { date: '2026-11-26', close: 13_380.43 },
      { date: '2026-11-27', close: 13_476.44 },
    ];
    await call(api, account, 'POST', '/instruments', { symbol, name: 'Flat or gold', currency: 'USD', bars });
  }
  await page.goto('/stocks?view=table');
  const table = page.getByRole('table');
  const symbol = page.getByRole('link', { name: /^@GOLD-BAR/ });
  await expect(symbol).toBeVisible();
  const { scrollWidth, clientWidth } = await table
    .locator('tbody')
    .evaluate((body) => ({ scrollWidth: body.scrollWidth, clientWidth: body.clientWidth }));
  expect(scrollWidth).toBe(clientWidth);
  await page.setViewportSize({ width: 390, height: 844 });
  // The badge stands beside the symbol, not on it.
  const text = await symbol.locator('span').first().boundingBox();
  const badge = await page
    .getByRole('row', { name: /GOLD-BAR/ })
    .getByText('Own', { exact: true })
    .boundingBox();
  expect((badge?.x ?? 0) - (text?.x ?? 0)).toBeGreaterThanOrEqual(text?.width ?? Number.POSITIVE_INFINITY);
});

test('shows the longest type whole', async ({ page, account: _ }) => {
  const form = await openForm(page);
  const type = form.getByLabel('Type');
  await type.selectOption('Precious metal');
  const room = await type.evaluate((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('There is no canvas');
    context.font = font;
    const { width } = context.measureText('Precious metal');
    return select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width;
  });
  expect(room).toBeGreaterThan(0);
});

test('computes the prices of a deposit by its rate, shown before it is created', async ({
  page,
  account: _,
}) => {
  const form = await openForm(page);
  await form.getByLabel('Symbol').fill('term');
  await form.getByLabel('Name').fill('Term deposit');
  await form.getByLabel('Currency').fill('EUR');
  await form.getByRole('radio', { name: 'They grow by a rate' }).check();
  await form.getByLabel('First day').fill('2024-01-02');
  await form.getByLabel('Per cent a year').fill('3.5');
  const example = form.getByText('2025-07-01 3.25', { exact: true });
  expect(await example.evaluate((text) => text.getClientRects().length)).toBe(1);
  await expect(form.getByRole('table', { name: 'Last prices' }).getByRole('rowheader')).toHaveCount(5);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(card(page).getByText('Computed by a rate, on each weekday.')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Add price' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Refresh Data' })).toBeEnabled();
});

test('buys a bond by its nominal value in per cent, with the interest that its seller had earned', async ({
  page,
  api,
  account,
}) => {
  await call(api, account, 'POST', '/instruments', {
    symbol: '@BOND',
    name: 'Federal bond',
    type: 'Bond',
    currency: 'EUR',
    quoted_in: 'percent',
    bars: [{ date: '2026-05-04', close: 99 }],
  });
  const id = await createPortfolio(api, account, { name: 'Main', currency: 'EUR' }, []);
  await page.goto(`/portfolios/${id}`);
  await page.getByRole('button', { name: 'Add Transaction' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Transaction' });
  await form.getByLabel('Stock', { exact: true }).fill('@BOND');
  await form.getByLabel('Date', { exact: true }).fill('2026-05-04');
  await form.getByLabel('Nominal').fill('5000');
  await form.getByLabel('Price in per cent').fill('98.5');
  await form.getByLabel('Accrued interest paid').fill('12.5');
  await expect(form.getByLabel('Sum')).toHaveText('5,000 × 98.50% + 12.50 = 4,937.50 EUR');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  const row = page.getByRole('row', { name: /^@BOND/ });
  await expect(row).toContainText('5,000Nominal');
  await expect(row).toContainText('99.00%€4,950.00');
  await expect(row).toContainText('Own price of May 4, 2026');
});

test('runs a backtest on prices without opens, and names the price at which it fills', async ({
  page,
  api,
  account,
}) => {
  const bars = Array.from({ length: 60 }, (_, day) => ({
    date: new Date(Date.UTC(2025, 2, 3 + day)).toISOString().slice(0, 10),
    close: 100 + day,
  }));
  await call(api, account, 'POST', '/instruments', { symbol: '@FUND', name: 'Fund', currency: 'EUR', bars });
  const rules = { format: 'stockbook/1', entry: 'close > 110', max_bars: 5 };
  const strategy = { name: 'Fifth day', rules };
  const { id } = await call<{ id: string }>(api, account, 'POST', '/strategies', strategy);
  await page.goto(`/strategies/${id}`);
  await page.getByRole('button', { name: 'Run backtest' }).press('Enter');
  const trades = page.getByRole('region', { name: 'Entries and exits of @FUND' });
  await expect(trades.getByText('Filled at closes: these prices have no opens.')).toBeVisible();
  // The close of Mar 14 is the first above 110; the next bar is 112, to which the spread adds 0.05 %.
  const table = page.getByRole('table', { name: 'Trades of @FUND' });
  await expect(table.getByRole('row', { name: /^Mar 15, 2025/ })).toContainText('€112.06');
});
