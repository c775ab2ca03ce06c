import type { APIRequestContext } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { pressTool } from '../../support/chart-tools.ts';
import { call, createPortfolio, trades } from '../../support/data/portfolios.ts';
import { takeShifts, watchShifts } from '../../support/layout-shifts.ts';
import { type Account, addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

/** Money as the page writes it, computed from a number of the API. */
const money = (value: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(value).replace('-', '−');
const gain = (value: number) => `${value > 0 ? '+' : ''}${money(value)}`;
const percent = (value: number) => {
  const text = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    value,
  );
  return `${value > 0 ? '+' : ''}${text.replace('-', '−')}%`;
};

interface Performance {
  readonly value_end: number;
  readonly gain: Readonly<Record<string, number>>;
  readonly twr_annual: number;
  readonly irr: number;
  readonly contributions: readonly { readonly symbol: string | null; readonly gain: number }[];
  readonly series: readonly { readonly value: number; readonly invested: number; readonly twr: number }[];
}

interface Holdings {
  readonly holdings: readonly {
    readonly symbol: string;
    readonly gain: number;
    readonly value: number;
    readonly weight_percent: number;
    readonly cost: number;
    readonly unrealised: number;
    readonly unrealised_percent: number;
    readonly dividends: number;
  }[];
  readonly totals: { readonly value: number; readonly cost: number; readonly unrealised: number };
}

/** A portfolio with two stocks and a benchmark. @returns its id */
async function createRetirement(api: APIRequestContext, account: Account): Promise<string> {
  for (const symbol of ['AAPL', 'MSFT', '^GSPC']) await addStock(api, account, symbol);
  return createPortfolio(api, account, { name: 'Retirement', benchmark: '^GSPC' }, trades);
}

function getPerformance(api: APIRequestContext, account: Account, id: string): Promise<Performance> {
  return call(api, account, 'GET', `/portfolios/${id}/performance?series=true`);
}

test('shows the numbers of the API on the list and on the page, and marks simulated prices', async ({
  page,
  api,
  account,
}) => {
  const id = await createRetirement(api, account);
  const performance = await getPerformance(api, account, id);
  const held = await call<Holdings>(api, account, 'GET', `/portfolios/${id}/holdings`);

  await page.goto('/portfolios');
  const card = page.getByRole('article').filter({ hasText: 'Retirement' });
  await expect(card).toContainText(money(performance.value_end));
  await expect(card).toContainText(`Gain${gain(performance.gain.total ?? 0)}`);
  await expect(card).toContainText('1Y return');
  await expect(card.getByText('Simulated data')).toBeVisible();
  await expect(card.getByRole('img', { name: /^Value of Retirement from/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await card.getByRole('link', { name: 'Retirement' }).press('Enter');

  const figures = page.getByRole('region', { name: 'Figures' });
  await expect(figures).toContainText(money(performance.value_end));
  await expect(figures).toContainText(gain(performance.gain.total ?? 0));
  await expect(figures).toContainText(`${percent(100 * performance.twr_annual)}a year`);
  await expect(figures).toContainText(`${percent(100 * performance.irr)}a year`);
  for (const [part, label] of [
    ['price', 'Price'],
    ['dividends', 'Dividends'],
    ['fees', 'Fees'],
    ['taxes', 'Taxes'],
  ] as const) {
    await expect(figures).toContainText(`${label}${gain(performance.gain[part] ?? 0)}`);
  }
  await expect(figures.getByText('Simulated data')).toHaveCount(4);

  const table = page.getByRole('table', { name: 'Holdings of Retirement' });
  for (const holding of held.holdings) {
    const row = table.getByRole('row').filter({ hasText: holding.symbol });
    for (const text of [
      money(holding.value),
      `${holding.weight_percent.toFixed(2)}%`,
      money(holding.cost),
      gain(holding.unrealised),
      percent(holding.unrealised_percent),
      money(holding.dividends),
    ]) {
      await expect(row).toContainText(text);
    }
  }
  const foot = table.getByRole('row').last();
  await expect(foot).toContainText(money(held.totals.value));
  await expect(foot).toContainText(gain(held.totals.unrealised));
  await expect(page.getByRole('figure', { name: /^Value of Retirement/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('explains a figure, and shows the chart as a table with the numbers of the API', async ({
  page,
  api,
  account,
}) => {
  const id = await createRetirement(api, account);
  const performance = await getPerformance(api, account, id);
  await page.goto(`/portfolios/${id}`);
  await page.getByRole('button', { name: 'How? IRR' }).click();
  const how = page.getByRole('dialog', { name: 'IRR' });
  await expect(how).toContainText('Your payments: −1,701.00 on Mar 4, 2024');
  await expect(how).toContainText('Check it with XIRR in any spreadsheet');
  await expect(how.getByText('Simulated data')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'How? IRR' })).toBeFocused();

  await page.getByRole('button', { name: 'Show chart as table' }).click();
  const series = page.getByRole('table', { name: 'Value and return of Retirement' });
  const last = performance.series.at(-1);
  await expect(series.getByRole('row').nth(1)).toContainText(
    `${money(last?.value ?? 0)}${money(last?.invested ?? 0)}${percent(100 * (last?.twr ?? 0))}`,
  );
  await expect(series.getByRole('row')).toHaveCount(performance.series.length + 1);
  await page.getByRole('button', { name: 'Show chart as table' }).click();
});

test('compares the return of a year with a benchmark, and downloads the day table', async ({
  page,
  api,
  account,
}) => {
  const id = await createRetirement(api, account);
  await page.goto(`/portfolios/${id}`);
  await page.getByRole('button', { name: 'Return', exact: true }).click();
  await page.getByRole('button', { name: '1Y' }).click();
  await expect(page).toHaveURL(/period=1Y/);
  await expect(page.getByRole('figure', { name: /^Return of Retirement.*\^GSPC at/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Performance' }).click();
  const contributions = page.getByRole('table', { name: 'Contributions' });
  await expect(contributions.getByRole('row').filter({ hasText: 'MSFT' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Returns by year and month' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('Retirement-days.csv');
  expect(await violations(page)).toEqual([]);
});

test('moves nothing while a portfolio loads', async ({ page, api, account }) => {
  const id = await createRetirement(api, account);
  await watchShifts(page);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/portfolios/${id}`);
    await expect(page.getByRole('figure')).toBeVisible();
    await expect(page.getByText('Realised by all sales so far')).toBeAttached();
    const shifts = await takeShifts(page);
    expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.001);
  }
});

test('shows the position on the page of the stock, with its trades on the chart and in its table', async ({
  page,
  api,
  account,
}) => {
  for (const symbol of ['AAPL', 'MSFT']) await addStock(api, account, symbol);
  await createPortfolio(api, account, { name: 'Retirement' }, trades);
  await page.goto('/stocks/AAPL?range=ALL');
  const position = page.getByRole('region', { name: 'Position' });
  await expect(position).toContainText('RetirementSimulated dataShares8Average cost$200.175');
  await expect(page.getByText('▲ Bought', { exact: true })).toBeVisible();
  await expect(page.getByText('▼ Sold', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto('/stocks/AAPL?from=2025-09-29&to=2025-10-10');
  await pressTool(page, 'Show as table');
  const table = page.getByRole('table', { name: /^Daily prices of AAPL/ });
  await expect(table.getByRole('columnheader', { name: 'Purchase or sale' })).toBeVisible();
  await expect(table.getByRole('row').filter({ hasText: 'Oct 6, 2025' })).toContainText('Sold 6 at $255.00');
});

test('shows positions and their gains in the table of the watch list', async ({ page, api, account }) => {
  for (const symbol of ['AAPL', 'MSFT']) await addStock(api, account, symbol);
  const id = await createPortfolio(api, account, { name: 'Retirement' }, trades.slice(0, 1));
  const held = await call<Holdings>(api, account, 'GET', `/portfolios/${id}/holdings`);
  await page.goto('/stocks?view=table&columns=last,shares,gain&sort=gain');
  const row = page.getByRole('row').filter({ hasText: 'AAPL' });
  const gainText = gain(held.holdings[0]?.gain ?? 0).replace('−', '-');
  await expect(row).toContainText(`10${gainText}`);
  await expect(page.getByRole('row').nth(1)).toContainText('AAPL');
  await expect(page.getByRole('columnheader', { name: 'Position' })).toBeVisible();
});

test('adds a portfolio by the keyboard, changes its settings and deletes it', async ({
  page,
  log,
  account,
}) => {
  expect(account.name).not.toBe('');
  log.expect(/status of 400 .*portfolios\.update/);
  await page.goto('/portfolios');
  await expect(page.getByText('No portfolios yet. Add one, or import a file.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Portfolio' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Portfolio' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('Play money');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Play money', level: 1 })).toBeVisible();
  await expect(page.getByText('No transactions yet. Add your first one, or import a file.')).toBeVisible();

  const menu = page.getByRole('button', { name: 'More of this portfolio' });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Settings' }).press('Enter');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByLabel('First day of the tax year').fill('02-29');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByText('tax_year_start must be a day of every year like 04-06')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await settings.getByLabel('First day of the tax year').fill('04-06');
  await settings.getByRole('radio', { name: 'Whole account' }).check();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toHaveCount(0);
  await expect(page.getByText('Return on the whole account, with cash')).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete portfolio' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this portfolio?' });
  await question.getByLabel("Type the portfolio's name").fill('Play money');
  await question.getByRole('button', { name: 'Delete portfolio' }).click();
  await expect(page).toHaveURL(/\/portfolios$/);
  await expect(page.getByText('No portfolios yet. Add one, or import a file.')).toBeVisible();
});

test('shows holdings as cards on a phone, and several portfolios as one', async ({ page, api, account }) => {
  for (const symbol of ['AAPL', 'MSFT']) await addStock(api, account, symbol);
  await createPortfolio(api, account, { name: 'First' }, trades);
  await createPortfolio(api, account, { name: 'Second', cash_tracking: true }, [
    { type: 'DEPOSIT', date: '2026-05-04', amount: 1000 },
    { type: 'BUY', date: '2026-05-05', symbol: 'MSFT', quantity: 3, price: 400 },
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  const hasSidewaysScroll = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  await page.goto('/portfolios');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['All portfolios', 'Second', 'First']);
  expect(await hasSidewaysScroll()).toBe(false);
  await page.getByRole('link', { name: 'Second' }).click();
  await expect(page.getByText(/^Cash was below zero on/)).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: 'MSFT' });
  await card.getByRole('button').click();
  await expect(card.getByRole('table', { name: 'Lots of MSFT' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await hasSidewaysScroll()).toBe(false);
  await page.getByRole('button', { name: 'Stop tracking cash' }).click();
  await expect(page.getByText('Return on invested money, without cash')).toBeVisible();

  await page.goto('/portfolios/overview');
  await expect(page.getByRole('table', { name: 'Portfolios' }).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('figure', { name: /^Value of all portfolios/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await hasSidewaysScroll()).toBe(false);
});
