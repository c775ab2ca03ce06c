import { expect, test } from '../../support/test.ts';

test('follows what another tab has saved, and keeps unsaved changes', async ({
  page,
  context,
  api,
  account,
}) => {
  const created = await api.post('/api/strategies', {
    headers: { authorization: `Bearer ${account.accessToken}` },
    data: { name: 'Shared', rules: { format: 'stockbook/1', entry: 'close > 1', max_bars: 5 } },
  });
  const { id } = await created.json();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/strategies/${id}`);
    await expect(tab.getByLabel('Sell after (bars)')).toHaveValue('5');
  }
  const heading = other.getByRole('heading', { level: 1 });
  const save = other.getByRole('button', { name: 'Save' });

  await page.getByLabel('Sell after (bars)').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByLabel('Sell after (bars)')).toHaveValue('7');
  await expect(save).toBeDisabled();

  await other.getByLabel('Sell after (bars)').fill('9');
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(heading).toHaveText('Renamed');
  await expect(other.getByLabel('Sell after (bars)')).toHaveValue('9');
  await expect(save).toBeEnabled();
});
