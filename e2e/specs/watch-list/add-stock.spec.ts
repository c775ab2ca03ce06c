import type { Page } from '@playwright/test';
import type { Call } from '../../support/server.ts';
import { expect, test } from '../../support/test.ts';

const task = { data: { task_id: 'task-1', symbol: 'AAPL' }, message: 'Fetching AAPL' };

function state(status: string, result: unknown = null) {
  return { task_id: 'task-1', status, message: '', result };
}

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: 'Add Stock to Track' });
}

test.beforeEach(async ({ page, account: _ }) => {
  await page.goto('/stocks');
  await page.getByRole('button', { name: 'Add Stock' }).click();
  await expect(dialogOf(page).getByLabel('Stock Symbol or ISIN')).toBeFocused();
});

async function submit(page: Page, text = 'AAPL'): Promise<void> {
  await dialogOf(page).getByLabel('Stock Symbol or ISIN').fill(text);
  await dialogOf(page).getByRole('button', { name: 'Add Stock' }).click();
}

test('has one field with examples and a hint', async ({ page }) => {
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('combobox')).toHaveCount(1);
  await expect(dialog.getByLabel('Stock Symbol or ISIN')).toHaveAttribute(
    'placeholder',
    /AAPL.*US0378331005/,
  );
  await expect(
    dialog.getByText('Enter the ticker symbol or ISIN of the stock you want to track'),
  ).toBeVisible();
});

test('shows "Please enter a stock symbol" when the field is empty or blank', async ({ page, server }) => {
  const dialog = dialogOf(page);
  const field = dialog.getByLabel('Stock Symbol or ISIN');
  for (const text of ['', '   ']) {
    await field.fill(text);
    await expect(dialog.getByRole('button', { name: 'Add Stock' })).toBeDisabled();
    await dialog.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    await expect(dialog.getByText('Please enter a stock symbol')).toBeVisible();
  }
  await field.fill('a');
  await expect(dialog.getByText('Please enter a stock symbol')).toBeHidden();
  expect(server.calls('stocks.add')).toHaveLength(0);
});

test('upper-cases the input, and trims it before it is sent', async ({ page, server }) => {
  await server.answer('stocks.add', { message: 'AAPL is already on your watch list' });
  const field = dialogOf(page).getByLabel('Stock Symbol or ISIN');
  await field.pressSequentially(' aapl ');
  await expect(field).toHaveValue(' AAPL ');
  await field.press('Enter');
  await expect.poll(() => server.calls('stocks.add').map(({ input }) => input)).toEqual([{ symbol: 'AAPL' }]);
});

test('shows an error while an ISIN with a wrong check digit is typed', async ({ page }) => {
  await dialogOf(page).getByLabel('Stock Symbol or ISIN').fill('US0378331006');
  await expect(page.getByText('Invalid ISIN: the check digit does not match')).toBeVisible();
});

test('suggests matches, and takes the chosen one', async ({ page }) => {
  const field = dialogOf(page).getByLabel('Stock Symbol or ISIN');
  await field.pressSequentially('micros');
  await page.getByRole('option', { name: /MSFT/ }).click();
  await expect(field).toHaveValue('MSFT');
});

for (const how of ['Cancel', 'Close', 'Escape', 'overlay'] as const) {
  test(`${how} closes it, unless it is busy`, async ({ page, server }) => {
    const release = await server.hold('stocks.add');
    await server.answer('stocks.task', state('SUCCESS'));
    const close = async () => {
      if (how === 'Escape') await page.keyboard.press('Escape');
      else if (how === 'overlay') await page.mouse.click(5, 300);
      else await dialogOf(page).getByRole('button', { name: how }).click({ force: true });
    };
    await submit(page);
    await expect(dialogOf(page).getByRole('button', { name: 'Adding...' })).toBeDisabled();
    await close();
    await expect(dialogOf(page).getByText('Adding stock...')).toBeVisible();
    await server.answer('stocks.add', { message: 'No.' });
    release();
    await page.reload();
    await page.getByRole('button', { name: 'Add Stock' }).click();
    await expect(dialogOf(page).getByLabel('Stock Symbol or ISIN')).toBeFocused();
    await close();
    await expect(dialogOf(page)).toBeHidden();
  });
}

test('adds by ISIN, and reloads the list', async ({ page }) => {
  await submit(page, 'us0378331005');
  await expect(dialogOf(page).getByText('Stock added successfully!')).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole('article', { name: /^AAPL/ })).toBeVisible();
});

test('shows its progress, polling every second', async ({ page, server }) => {
  const states: unknown[] = [
    state('PROGRESS', { status: 'Looking up AAPL' }),
    state('PROGRESS', { status: 'Reading 1990 to 2026', current: 1, total: 4 }),
    state('SUCCESS', { status: 'Done', symbol: 'AAPL', rows: 9 }),
  ];
  await server.answer('stocks.add', task);
  await server.answer(
    'stocks.task',
    (_: Call) => states[Math.min(server.calls('stocks.task').length, 3) - 1],
  );
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const release = await server.hold('stocks.add');
  const check = await server.hold('stocks.task');
  await submit(page);
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('status')).toHaveText('Adding stock...');
  release();
  await expect(dialog.getByRole('status')).toHaveText('Fetching historical data...');
  check();
  // The pause before the next check begins with the response.
  await expect(dialog.getByRole('status')).toHaveText('Looking up AAPL');
  await page.clock.runFor(990);
  expect(server.calls('stocks.task')).toHaveLength(1);
  await page.clock.runFor(10);
  await expect(dialog.getByRole('status')).toHaveText('Reading 1990 to 2026');
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  expect(server.calls('stocks.task')).toHaveLength(2);
  await page.clock.runFor(1000);
  await expect(dialog.getByRole('status')).toHaveText('Stock added successfully!');
  const loads = server.calls('stocks.list').length;
  await page.clock.runFor(990);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(1000);
  await expect(dialog).toBeHidden();
  await expect.poll(() => server.calls('stocks.list').length).toBe(loads + 1);
});

test('stops polling after a minute', async ({ page, server }) => {
  await server.answer('stocks.add', task);
  await server.answer('stocks.task', state('PENDING'));
  await page.clock.install();
  await submit(page);
  await expect.poll(() => server.calls('stocks.task').length).toBeGreaterThan(0);
  await page.clock.fastForward(60_000);
  await expect(dialogOf(page).getByRole('alert')).toHaveText(
    'Request timed out. Stock may still be processing.',
  );
  const calls = server.calls('stocks.task').length;
  await page.clock.runFor(5000);
  expect(server.calls('stocks.task')).toHaveLength(calls);
  await expect(dialogOf(page).getByRole('button', { name: 'Add Stock' })).toBeEnabled();
});
