import { textsWithWideHyphens } from '../../support/hyphens.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test('goes from an example through a backtest and a sweep to a live strategy, and deletes it', async ({
  page,
  api,
  account,
}) => {
  await addStock(api, account, 'AAPL');
  await addStock(api, account, 'MSFT');
  await page.goto('/strategies');
  await expect(
    page.getByText('No strategies yet. Write a rule and see how it would have done.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Start from this example: RSI reversal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Strategy' });
  await dialog.getByLabel('Name').fill('Reversal');
  await dialog.getByRole('button', { name: 'Add Strategy' }).click();
  await expect(page).toHaveURL(/\/strategies\/[\w-]+$/);
  await expect(page.getByRole('heading', { name: 'Reversal', level: 1 })).toBeVisible();
  await expect(page.getByText('No backtest yet.')).toBeVisible();

  // On a phone, from the end of the editor, which then gives way to the result.
  const desktop = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('switch', { name: 'Add dividends' }).scrollIntoViewIfNeeded();
  const run = page.getByRole('button', { name: 'Run backtest' });
  await expect(run).toBeInViewport();
  await run.press('Enter');
  const fold = page.getByRole('button', { name: 'Rules and costs' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByText('Running the backtest…')).toBeAttached();
  await expect(page.getByText('The backtest has ended')).toBeAttached();
  await expect(page.getByRole('heading', { name: /^Backtest of / })).toBeInViewport();
  await expect(run).toBeFocused();
  await fold.click();
  await page.getByLabel('Spread (%)').fill('11');
  await fold.click();
  await run.click();
  await expect(page.getByLabel('Spread (%)')).toBeFocused();
  await page.getByLabel('Spread (%)').fill('0.05');
  await page.setViewportSize(desktop);

  const stocks = page.getByRole('table', { name: 'Results by stock' });
  await expect(stocks.getByRole('row')).toHaveCount(3);
  await stocks.getByRole('button', { name: 'AAPL' }).click();
  const equity = page.getByRole('figure', { name: /^Equity of AAPL from/ });
  await expect(equity).toBeVisible();
  await equity.hover();
  const scrolled = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 100);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled);
  const separator = equity.getByRole('separator');
  await separator.focus();
  await expect(separator).toHaveAttribute('aria-valuenow', '70');
  await page.keyboard.press('ArrowUp');
  await expect(separator).toHaveAttribute('aria-valuenow', '65');
  const worth = page.getByRole('region', { name: 'What this result is worth' });
  await expect(worth.getByText('Simulated data.')).toBeVisible();
  await expect(worth.getByText(/^AAPL: First 70 % of the time: /)).toBeVisible();

  await stocks.getByRole('button', { name: 'MSFT' }).click();
  await expect(page).toHaveURL(/symbol=MSFT/);
  await expect(page.getByRole('figure', { name: /^Price chart of MSFT/ })).toBeVisible();
  await expect(page.getByRole('figure', { name: /^Equity of MSFT/ }).getByRole('separator')).toHaveAttribute(
    'aria-valuenow',
    '65',
  );
  await expect(page.getByText(/^Filled at closes/)).toHaveCount(0);
  const trades = page.getByRole('table', { name: 'Trades of MSFT' });
  await expect(trades.getByRole('cell', { name: /^(Exit|Stop|Time|Open)$/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Profit factor' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Profit factor' })).toContainText('sum of positive q');
  await page.keyboard.press('Escape');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PNG' }).click();
  expect((await saved).suggestedFilename()).toBe('Reversal-MSFT-simulated.png');

  await page
    .getByLabel('First parameter', { exact: true })
    .selectOption({ label: 'Entry: RSI (14) crosses above (30)' });
  await page.getByLabel('Second parameter', { exact: true }).selectOption('');
  await page.getByRole('button', { name: 'Run sweep' }).click();
  await expect(page.getByText(/^Best of the first part: Entry: RSI \(14\) crosses above /)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Return by Entry: RSI (14) crosses above' })).toBeVisible();
  await expect(worth.getByText('You tried 6 settings; the best of many looks good by chance.')).toBeVisible();

  const live = page.getByRole('switch', { name: 'Live signals of Reversal' });
  await live.click();
  await expect(live).toBeChecked();
  await page.getByRole('link', { name: 'Back to strategies' }).click();
  const card = page.getByRole('article').filter({ hasText: 'Reversal' });
  await expect(card).toContainText('RSI (14) crosses above 30');
  await expect(card).toContainText(/Last result[+−][\d,.]+%Buy and hold[+−][\d,.]+%Signals this month0/);
  await expect(card.getByRole('switch')).toBeChecked();

  await card.getByRole('link', { name: 'Reversal' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/strategies$/);
  await expect(page.getByText('No strategies yet.')).toBeVisible();
});

test('says that purchases were dropped, and runs again with fractions of shares', async ({
  page,
  api,
  account,
}) => {
  await addStock(api, account, 'AAPL');
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const rules = { format: 'stockbook/1', entry: 'close > 1', take_profit_percent: 2, max_bars: 5 };
  const { id } = await (await api.post('/api/strategies', { headers, data: { name: 'Dear', rules } })).json();
  await page.goto(`/strategies/${id}`);
  await page.getByLabel('Cash', { exact: true }).fill('1');
  await page.getByLabel('First day').fill('2025-01-02');
  await page.getByRole('button', { name: 'Run backtest' }).click();
  const worth = page.getByRole('region', { name: 'What this result is worth' });
  const sentence = worth.getByText('1 USD does not buy one share of AAPL.');
  await expect(sentence).toBeVisible();
  await worth.getByRole('button', { name: 'Turn on Fractions of shares and run again' }).press('Enter');
  await expect(page.getByRole('switch', { name: 'Fractions of shares' })).toBeChecked();
  await expect(sentence).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('table', { name: 'Trades of AAPL' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByLabel('Cash', { exact: true })).toHaveValue('1');
  await expect(page.getByRole('cell', { name: 'Take-profit', exact: true }).first()).toBeAttached();
  await expect(page.getByRole('table', { name: 'Backtests' })).toContainText('take-profit 2%');
  expect(await textsWithWideHyphens(page)).toEqual([]);
});

test('asks before it leaves a strategy with unsaved changes, but not before it deletes it or signs out', async ({
  page,
  api,
  account,
}) => {
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const rules = { format: 'stockbook/1', entry: 'close > 1', max_bars: 5 };
  const create = async () =>
    (await (await api.post('/api/strategies', { headers, data: { name: 'Draft', rules } })).json()).id;
  const openAndEdit = async () => {
    await page.goto(`/strategies/${await create()}`);
    await page.getByLabel('Sell after (bars)').fill('7');
  };
  const question = page.getByRole('alertdialog', { name: 'Leave without saving your changes?' });
  const stocks = page.getByRole('banner').getByRole('link', { name: 'Stocks' });

  await openAndEdit();
  await stocks.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByLabel('Sell after (bars)')).toHaveValue('7');
  const browserQuestion = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => dialog.dismiss().then(() => resolve(dialog.type())));
  });
  await page.evaluate(() => location.reload());
  expect(await browserQuestion).toBe('beforeunload');
  await expect(page.getByLabel('Sell after (bars)')).toHaveValue('7');
  await stocks.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/stocks');

  await openAndEdit();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/strategies');

  await openAndEdit();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
});
