import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const started = { data: { task_id: 'task-1', symbol: 'AAPL' }, message: 'Refreshing AAPL' };

test.beforeEach(async ({ page, api, account }) => {
  await addStock(api, account, 'AAPL');
  await page.goto('/stocks/AAPL');
  await expect(page.getByRole('figure')).toBeVisible();
});

test('reloads stock and bars', async ({ page, server }) => {
  const before = { stock: server.calls('stocks.get').length, bars: server.calls('stocks.chart').length };
  const release = await server.hold('stocks.refresh');
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await expect(page.getByRole('button', { name: 'Refresh Data' })).toBeDisabled();
  await expect(page.getByText('Refreshing data...')).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Refresh Data' })).toBeEnabled();
  await expect.poll(() => server.calls('stocks.get').length).toBeGreaterThan(before.stock);
  await expect.poll(() => server.calls('stocks.chart').length).toBeGreaterThan(before.bars);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('shows its progress', async ({ page, server }) => {
  await server.answer('stocks.refresh', started);
  await server.answer('stocks.task', {
    status: 'PROGRESS',
    result: { status: 'Reading 2026', current: 1, total: 2 },
  });
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Reading 2026' })).toBeVisible();
  await server.answer('stocks.task', { status: 'SUCCESS', result: null });
  await expect(page.getByRole('button', { name: 'Refresh Data' })).toBeEnabled();
});

for (const sentence of ['The provider rests.', 'Failed to refresh stock data', 'Yahoo is away.']) {
  test(`shows a failure: ${sentence}`, async ({ page, server }) => {
    if (sentence === 'The provider rests.') await server.refuse('stocks.refresh', { message: sentence });
    else if (sentence === 'Yahoo is away.') {
      await server.answer('stocks.refresh', started);
      await server.answer('stocks.task', { status: 'FAILURE', result: { error: sentence } });
    } else await server.fail('stocks.refresh');
    await page.getByRole('button', { name: 'Refresh Data' }).click();
    await expect(page.getByRole('alertdialog', { name: sentence })).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Refresh Data' })).toBeEnabled();
    await expect(page.getByRole('figure')).toBeVisible();
  });
}
