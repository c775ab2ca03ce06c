import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test('begins with a verdict and the stock with the median return, and leads to the sections', async ({
  page,
  api,
  account,
}) => {
  await addStock(api, account, 'AAPL');
  await addStock(api, account, 'MSFT');
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const rules = { format: 'stockbook/1', entry: 'rsi(14) crosses above 30', max_bars: 20 };
  const { id } = await (await api.post('/api/strategies', { headers, data: { name: 'Dip', rules } })).json();
  await page.goto(`/strategies/${id}`);
  await page.getByRole('button', { name: 'Run backtest' }).click();
  await expect(
    page.getByText(/^(Ahead of|Behind|Level with) buy-and-hold .*in the median of 2 stocks, with /),
  ).toBeVisible();
  const shown = page.getByRole('combobox', { name: 'Shown in detail' });
  await expect(shown.locator('option:checked')).toHaveText(/^(AAPL|MSFT) \(median\)$/);
  await shown.selectOption({ label: 'All stocks as one account' });
  await expect(page.getByRole('figure', { name: /^Equity of all stocks from/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Returns of all stocks by month and year' })).toBeVisible();
  await shown.selectOption('MSFT');

  const anchors = page.getByRole('navigation', { name: 'Sections of the result' });
  await anchors.getByRole('link', { name: 'Statistics' }).click();
  await expect(page.getByRole('region', { name: 'Statistics of MSFT' })).toBeInViewport();
  await expect(anchors).toBeInViewport();

  await page.getByRole('button', { name: 'Log scale' }).click();
  await expect(page.getByRole('button', { name: 'Log scale' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Hide rules and costs' }).click();
  await expect(page.getByRole('form', { name: 'Rules and costs' })).toBeHidden();
  await page.getByRole('button', { name: 'Show rules and costs' }).click();
  await expect(page.getByRole('form', { name: 'Rules and costs' })).toBeVisible();

  await page.getByRole('table', { name: 'Trades of MSFT' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/stocks\/MSFT\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
});
