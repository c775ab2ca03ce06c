import { takeShifts, watchShifts } from '../support/layout-shifts.ts';
import { addStock, calculate } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

for (const [width, height] of [
  [390, 844],
  [1280, 800],
  [1920, 1080],
] as const) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } });

    test('moves nothing on the page of a stock, whatever opens over its chart', async ({
      page,
      api,
      account,
    }) => {
      await addStock(api, account, 'AAPL');
      for (const indicator of ['SMA', 'RSI']) await calculate(api, account, 'AAPL', indicator);
      const headers = { authorization: `Bearer ${account.accessToken}` };
      await api.post('/api/study-sets', {
        headers,
        data: { name: 'Two', studies: [{ indicator_function: 'RSI' }, { indicator_function: 'SMA' }] },
      });
      await watchShifts(page);
      await page.goto('/stocks/AAPL');
      const plot = page.getByRole('application');
      await expect(plot).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Signals' })).toBeAttached();
      await expect(page.getByText('Loading signals...')).toHaveCount(0);
      expect(await takeShifts(page)).toEqual([]);

      await page.keyboard.press('a');
      await expect(page.getByRole('form', { name: 'Price level' })).toBeVisible();
      expect(await takeShifts(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('form', { name: 'Price level' })).toHaveCount(0);

      await plot.hover({ position: { x: 60, y: 60 } });
      await plot.hover({ position: { x: 160, y: 120 } });
      expect(await takeShifts(page)).toEqual([]);

      await page.getByRole('button', { name: 'Indicators', exact: true }).click();
      await page.getByRole('button', { name: /^Two/ }).waitFor();
      // A panel that fades slowly is still there when the chart has the set.
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Animation.enable');
      await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.05 });
      await page.getByRole('button', { name: /^Two/ }).click();
      await expect(page.getByRole('figure').getByText(/^RSI 14/)).toBeVisible();
      expect(await takeShifts(page)).toEqual([]);
    });

    test('moves nothing on the list of strategies when it has loaded', async ({
      page,
      api,
      account,
      server,
    }) => {
      const headers = { authorization: `Bearer ${account.accessToken}` };
      const rules = { format: 'stockbook/1', entry: 'rsi(14) crosses above 30', max_bars: 20 };
      for (const name of ['One', 'Two', 'Three']) {
        await api.post('/api/strategies', { headers, data: { name, rules } });
      }
      await watchShifts(page);
      const release = await server.hold('strategies.list');
      await page.goto('/strategies');
      await expect(page.getByText('Loading strategies...')).toBeVisible();
      release();
      await expect(page.getByRole('heading', { name: 'Examples to start from' })).toBeAttached();
      await expect(page.getByRole('link', { name: 'Three' })).toBeVisible();
      expect(await takeShifts(page)).toEqual([]);
    });

    test('moves nothing on the page of a strategy when a backtest runs', async ({ page, api, account }) => {
      await addStock(api, account, 'AAPL');
      const headers = { authorization: `Bearer ${account.accessToken}` };
      const rules = { format: 'stockbook/1', entry: 'rsi(14) crosses above 30', max_bars: 20 };
      const created = await api.post('/api/strategies', { headers, data: { name: 'Dip', rules } });
      await watchShifts(page);
      await page.goto(`/strategies/${(await created.json()).id}`);
      await expect(page.getByText('No backtest yet.')).toBeVisible();
      await expect(page.getByLabel('First parameter', { exact: true })).toBeAttached();
      // Few bars: the charts of 36 years take long on a busy machine.
      await page.getByLabel('First day').fill('2025-01-02');
      await takeShifts(page);

      const run = page.getByRole('button', { name: 'Run backtest' });
      await run.click();
      await expect(page.getByRole('heading', { name: /^Backtest of / })).toBeVisible();
      await expect(page.getByRole('figure', { name: /^Price chart of/ })).toBeAttached();
      // A narrow screen folds the fields and scrolls to the result.
      if (width > 1000) expect(await takeShifts(page)).toEqual([]);
      await takeShifts(page);
      await run.click();
      await expect(page.getByRole('table', { name: 'Backtests' }).getByRole('row')).toHaveCount(3);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await takeShifts(page)).toEqual([]);
    });
  });
}
