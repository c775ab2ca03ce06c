import type { Page } from '@playwright/test';
import { addStock, createAccount, signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { type Bars, openBarePage } from './bare-page.ts';
import { cpuTimeOfClick, median, print } from './drawing.ts';

const symbols = ['AAPL', 'MSFT', 'KO'];
const rounds = 3;

interface EquityRow {
  readonly equity: number;
  readonly buy_and_hold: number;
}

const chartOf = (page: Page, symbol: string) =>
  page.getByRole('figure', { name: new RegExp(`^Price chart of ${symbol}`) });

test('shows another stock of a result', async ({ page, api }) => {
  const account = await createAccount(api);
  for (const symbol of symbols) await addStock(api, account, symbol);
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const rules = {
    format: 'stockbook/1',
    entry: 'sma(50) crosses above sma(200)',
    exit: 'sma(50) crosses below sma(200)',
  };
  const created = await api.post('/api/strategies', { headers, data: { name: 'Cross', rules } });
  await signIn(page, account);
  let bars: Bars | null = null;
  let equity: readonly EquityRow[] = [];
  page.on('response', async (response) => {
    const url = response.url();
    if (url.includes('/trpc/stocks.chart')) bars = (await response.json()).result.data;
    if (url.includes('/trpc/strategies.backtests.equity'))
      equity = (await response.json()).result.data.equity;
  });
  await page.goto(`/strategies/${(await created.json()).id}`);
  await page.getByRole('button', { name: 'Run backtest' }).click();
  await expect(page.getByRole('table', { name: 'Results by stock' })).toBeVisible({ timeout: 60_000 });
  const show = async (symbol: string) => {
    const row = page.getByRole('table', { name: 'Results by stock' }).getByRole('button', { name: symbol });
    const time = await cpuTimeOfClick(page, row);
    await expect(chartOf(page, symbol)).toBeVisible();
    return time;
  };
  // The first time, the bars and the equity are fetched.
  for (const symbol of symbols) await show(symbol);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const symbol of symbols) times.push(await show(symbol));
  }
  if (!bars) throw new Error('The answer with the bars is missing');
  const lines = [
    { pane: 2, kind: 'solid', values: equity.map((row) => row.equity) },
    { pane: 2, kind: 'solid', values: equity.map((row) => row.buy_and_hold) },
  ] as const;
  const chart = { bars, lines, isPercent: false, isConflated: true, width: 900, height: 900 };
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await openBarePage(page, chart);
    bare.push(await cpuTimeOfClick(page, page.getByRole('button', { name: 'ALL' })));
  }
  print(
    `Click on a row of a result to its charts: ${median(times).toFixed(0)} ms of processor time; the library alone ` +
      `${median(bare).toFixed(0)} ms. Aim: 100 ms`,
  );
});
