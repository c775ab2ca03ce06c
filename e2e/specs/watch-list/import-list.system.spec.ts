import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import stocks' });

async function preview(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Stocks to import')).toBeFocused();
  await dialog.getByLabel('Stocks to import').fill(text);
  await dialog.getByRole('button', { name: 'Preview' }).click();
}

/** The cells of the table, without its header. */
async function rowsOf(page: Page, name: string): Promise<string[][]> {
  const rows = await dialogOf(page).getByRole('table', { name }).getByRole('row').all();
  return Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
}

test('previews every line, adds the new stocks and lists the results', async ({
  page,
  context,
  api,
  account,
  server,
}) => {
  await addStock(api, account, 'AAPL');
  await page.goto('/stocks');
  await preview(page, 'AAPL MSFT\nUS0378331006 NOSUCH');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('status')).toHaveText('2 of 4 lines are new. Nothing has been stored yet.');
  await expect(dialog.getByRole('status')).toBeFocused();
  expect((await rowsOf(page, 'Preview of the import')).map(([line, , verdict]) => [line, verdict])).toEqual([
    ['1', 'Already there'],
    ['2', 'New'],
    ['3', 'Wrong check digit'],
    ['4', 'New'],
  ]);
  await dialog.getByRole('button', { name: 'Add 2 stocks' }).click();
  await expect(dialog.getByRole('status')).toHaveText(
    'Added 1 stock. Already there: 1 stock. Not added: 2 stocks. The reasons are below.',
  );
  const results = await rowsOf(page, 'Result of the import');
  expect(results.map(([, , verdict]) => verdict)).toEqual([
    'Wrong check digit',
    'Not added',
    'Already there',
    'Added',
  ]);
  expect(results[1]?.[1]).toContain('No stock found for "NOSUCH"');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy not added' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('US0378331006\nNOSUCH');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('article', { name: /MSFT/ })).toBeVisible();
  expect(server.calls('transfer.import')).toHaveLength(2);
});

test('continues with the import after closing and reloading, until its result is dismissed', async ({
  page,
  account: _,
  server,
}) => {
  await server.alter('transfer.importTask', (task: object) => ({
    ...task,
    status: 'PROGRESS',
    message: 'Adding MSFT...',
    info: { current: 1, total: 2 },
    result: null,
  }));
  const importing = page.getByRole('button', { name: 'Importing...' });
  const dialog = dialogOf(page);
  await page.goto('/stocks');
  await preview(page, 'AAPL MSFT');
  await dialog.getByRole('button', { name: 'Add 2 stocks' }).click();
  await expect(dialog.getByText('Adding MSFT...')).toBeVisible();
  for (const reopen of [() => page.keyboard.press('Escape'), () => page.reload()]) {
    await reopen();
    await expect(dialog).toHaveCount(0);
    await importing.click();
    await expect(dialog.getByText('Adding MSFT...')).toBeVisible();
  }
  await server.restore('transfer.importTask');
  await expect(dialog.getByText('Added 2 stocks.')).toBeVisible();
  expect(server.calls('transfer.import')).toHaveLength(2);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('article', { name: /MSFT/ })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('Added 2 stocks.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByLabel('Stocks to import')).toHaveValue('');
});

test('offers a new import when the server has forgotten the last one', async ({
  page,
  account: _,
  server,
}) => {
  await page.goto('/stocks');
  await preview(page, 'AAPL');
  await dialogOf(page).getByRole('button', { name: 'Add 1 stock' }).click();
  await expect(dialogOf(page).getByText('Added 1 stock.')).toBeVisible();
  await server.refuse('transfer.importTask', { status: 404, message: 'Task not found' });
  await page.reload();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialogOf(page).getByRole('alert')).toHaveText(
    'The server no longer stores the result of the import',
  );
  await dialogOf(page).getByRole('button', { name: 'Start over' }).click();
  await expect(dialogOf(page).getByLabel('Stocks to import')).toBeVisible();
});

test('reads a chosen and a dropped file, by keyboard back to the text', async ({ page, account: _ }) => {
  await page.goto('/stocks');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const field = dialogOf(page).getByLabel('Stocks to import');
  const file = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('###TECH,NASDAQ:AAPL') };
  await dialogOf(page).getByLabel('File to import').setInputFiles(file);
  await expect(field).toHaveValue('###TECH,NASDAQ:AAPL');
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['symbol,name\nKO,Coca-Cola'], 'list.csv', { type: 'text/csv' }));
    return data;
  });
  await field.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(field).toHaveValue('symbol,name\nKO,Coca-Cola');
  await dialogOf(page).getByRole('button', { name: 'Preview' }).press('Enter');
  await dialogOf(page).getByRole('button', { name: 'Back' }).press('Enter');
  await expect(field).toHaveValue('symbol,name\nKO,Coca-Cola');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
});

test('shows the error of the server and keeps the text', async ({ page, log, account: _ }) => {
  log.expect(/400.*transfer\.import/);
  await page.goto('/stocks');
  await preview(page, '###ONLY A SECTION');
  await expect(dialogOf(page).getByRole('alert')).toHaveText('The text contains no stocks');
  await expect(dialogOf(page).getByLabel('Stocks to import')).toHaveValue('###ONLY A SECTION');
});

test('exports the watch list as CSV', async ({ page, api, account }) => {
  await page.goto('/stocks');
  await expect(page.getByText('No stocks tracked yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  await addStock(api, account, 'AAPL');
  await page.reload();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('stockbook-watch-list.csv');
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^symbol,name,isin.*\r\nAAPL,Apple Inc\./);
});

test('exports the account in the settings, and restores its studies and strategies from the file', async ({
  page,
  api,
  account,
}) => {
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const studies = [{ indicator_function: 'SMA', parameters: { timeperiod: 200 } }];
  const created = await api.post('/api/study-sets/', { headers, data: { name: 'Trend', studies } });
  expect(created.status()).toBe(201);
  const rules = { format: 'stockbook/1', entry: 'rsi(14) < 30', max_bars: 20 };
  const strategy = await api.post('/api/strategies/', { headers, data: { name: 'Dip', rules } });
  expect(strategy.status()).toBe(201);
  await page.goto('/settings');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^stockbook-export-.*\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    format: 'stockbook-account',
    profile: { email: account.email },
    study_sets: [{ name: 'Trend' }],
    strategies: [{ name: 'Dip' }],
  });

  await api.delete(`/api/study-sets/${(await created.json()).id}`, { headers });
  await api.delete(`/api/strategies/${(await strategy.json()).id}`, { headers });
  await page.goto('/stocks');
  await preview(page, text);
  await expect(dialogOf(page).getByRole('status')).toHaveText(
    'The file can restore 1 set of studies and 1 strategy. Nothing has been stored yet.',
  );
  await dialogOf(page).getByRole('button', { name: 'Restore' }).click();
  await expect(dialogOf(page).getByText('Added 1 set of studies and 1 strategy.')).toBeVisible();
  const { study_sets: restored } = await (await api.get('/api/study-sets/', { headers })).json();
  expect(restored).toMatchObject([{ name: 'Trend', studies: [{ parameters: { timeperiod: 200 } }] }]);
  const { strategies } = await (await api.get('/api/strategies/', { headers })).json();
  expect(strategies).toMatchObject([{ name: 'Dip', rules }]);
});

test('keeps the focus on the step that shows, also when a frame is late', async ({ page, account: _ }) => {
  // Base UI gives the focus to the dialog in the next frame if the element that has it leaves.
  await page.addInitScript(() => {
    window.requestAnimationFrame = (callback) => window.setTimeout(() => callback(performance.now()), 300);
  });
  await page.goto('/stocks');
  await preview(page, 'MSFT');
  const status = dialogOf(page).getByRole('status');
  await dialogOf(page).getByRole('button', { name: 'Add 1 stock' }).click();
  await expect(status).toHaveText('Added 1 stock.');
  // The frames in which Base UI would take it away.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(status).toBeFocused();
});
