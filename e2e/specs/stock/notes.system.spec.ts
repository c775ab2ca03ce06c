import type { Page } from '@playwright/test';
import { notesCard } from '../../support/notes.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test.beforeEach(async ({ page, api, account }) => {
  await addStock(api, account, 'AAPL');
  await page.goto('/stocks/AAPL');
});

test('shows no note first, and opens four empty rows with a placeholder on Edit', async ({ page }) => {
  const card = notesCard(page);
  await expect(card.getByText('No notes yet. Click edit to add notes.')).toBeVisible();
  await card.getByRole('button', { name: 'Edit' }).click();
  const field = card.getByRole('textbox', { name: 'Notes' });
  await expect(field).toHaveAttribute('rows', '4');
  await expect(field).toHaveAttribute('placeholder', 'Add your notes about this stock...');
  await expect(field).toHaveValue('');
  await expect(card.getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

test('discards the draft on Cancel', async ({ page, server }) => {
  const card = notesCard(page);
  await card.getByRole('button', { name: 'Edit' }).click();
  await card.getByRole('textbox').fill('A thought.');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card.getByText('No notes yet. Click edit to add notes.')).toBeVisible();
  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(card.getByRole('textbox')).toHaveValue('');
  expect(server.calls('stocks.update')).toHaveLength(0);
});

test('disables the form while it saves', async ({ page, server }) => {
  const release = await server.hold('stocks.update');
  const card = notesCard(page);
  await card.getByRole('button', { name: 'Edit' }).click();
  await card.getByRole('textbox').fill('A thought.');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await expect(card.getByRole('textbox')).toBeDisabled();
  release();
  await expect(card.getByText('A thought.')).toBeVisible();
});

for (const [way, leave] of [
  ['a reload', (page: Page) => page.reload()],
  ['the browser’s Back', (page: Page) => page.goBack()],
  ['a link', (page: Page) => page.getByRole('link', { name: 'Back to stocks' }).click()],
  ['another stock', (page: Page) => page.goto('/stocks/MSFT')],
] as const) {
  test(`restores a draft after ${way}`, async ({ page, log }) => {
    log.ignore(/404/);
    await page.goto('/stocks');
    await page.getByRole('link', { name: /AAPL/ }).click();
    const card = notesCard(page);
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.getByRole('textbox').fill('A thought.');
    await card.getByRole('textbox').press('Escape');
    await leave(page);
    await page.goto('/stocks/AAPL');
    await expect(card.getByText('Unsaved draft restored')).toBeVisible();
    await expect(card.getByRole('textbox')).toHaveValue('A thought.');
    await card.getByRole('button', { name: 'Save' }).click();
    // The field has the same text until it is saved.
    await expect(card.getByRole('textbox')).toBeHidden();
    await expect(card.getByText('A thought.')).toBeVisible();
    await page.reload();
    await expect(card.getByRole('button', { name: 'Edit' })).toBeVisible();
  });
}

test('shares the draft and the saved notes between two tabs', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/stocks/AAPL');
  await notesCard(page).getByRole('button', { name: 'Edit' }).click();
  await notesCard(page).getByRole('textbox').fill('A thought.');
  await expect(notesCard(other).getByRole('textbox')).toHaveValue('A thought.');
  await notesCard(other).getByRole('textbox').fill('A second thought.');
  await expect(notesCard(page).getByRole('textbox')).toHaveValue('A second thought.');
  await notesCard(page).getByRole('button', { name: 'Save' }).click();
  for (const tab of [page, other]) {
    await expect(notesCard(tab).getByText('A second thought.')).toBeVisible();
    await expect(notesCard(tab).getByRole('button', { name: 'Edit' })).toBeVisible();
  }
});

test('leaves no data of the user in the browser after sign-out', async ({ page }) => {
  await notesCard(page).getByRole('button', { name: 'Edit' }).click();
  await notesCard(page).getByRole('textbox').fill('A thought.');
  await page.getByRole('button', { name: 'Line' }).click();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /AAPL/.test(key)))).toHaveLength(
    1,
  );
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  // Whether the server has prices during the session is about no user.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'quotes'))).toEqual([]);
});

test('keeps the draft when the sign-in ends while it is saved', async ({ page, server, account }) => {
  await server.refuse('stocks.update', { status: 401, message: 'Sign in to continue' });
  const card = notesCard(page);
  await card.getByRole('button', { name: 'Edit' }).click();
  await card.getByRole('textbox').fill('A thought.');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/login');
  await server.restore('stocks.update');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('link', { name: 'Stock Tracking' }).click();
  await page.getByRole('link', { name: /AAPL/ }).click();
  await expect(card.getByRole('textbox')).toHaveValue('A thought.');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('A thought.')).toBeVisible();
});

test('saves with Ctrl+Enter, closes with Escape without losing the draft, and keeps the focus', async ({
  page,
}) => {
  const card = notesCard(page);
  const edit = card.getByRole('button', { name: 'Edit' });
  await edit.click();
  await page.keyboard.type('Bought in October.');
  await page.keyboard.press('Control+Enter');
  await expect(card.getByText('Bought in October.')).toBeVisible();
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' Sold in May.');
  await page.keyboard.press('Escape');
  await expect(card.getByText('Bought in October.', { exact: true })).toBeVisible();
  await expect(card.getByText('Your unsaved draft is kept.')).toBeVisible();
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('textbox')).toHaveValue('Bought in October. Sold in May.');
});

test('shows links in notes, and folds notes of more than 12 lines', async ({ page }) => {
  const card = notesCard(page);
  await card.getByRole('button', { name: 'Edit' }).click();
  const lines = Array.from({ length: 15 }, (_, index) => `Line ${index + 1}.`);
  await card
    .getByRole('textbox')
    .fill(['See https://example.com/a?b=(c), then javascript:alert(1).', ...lines].join('\n'));
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('link')).toHaveText('https://example.com/a?b=(c');
  await expect(card.getByRole('link')).toHaveAttribute('rel', 'noreferrer');
  const text = card.getByText('Line 15.');
  const folded = await text.evaluate((element) => element.clientHeight);
  await card.getByRole('button', { name: 'Show all' }).click();
  expect(await text.evaluate((element) => element.clientHeight)).toBeGreaterThan(folded * 1.25);
  await card.getByRole('button', { name: 'Show less' }).click();
  expect(await text.evaluate((element) => element.clientHeight)).toBe(folded);
});
