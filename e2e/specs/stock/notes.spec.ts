import { notesCard } from '../../support/notes.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test.beforeEach(async ({ page, api, account }) => {
  await addStock(api, account, 'AAPL');
  await page.goto('/stocks/AAPL');
});

test('saves the note with its line breaks, and shows it on the list', async ({ page }) => {
  const card = notesCard(page);
  await card.getByRole('button', { name: 'Edit' }).click();
  await card.getByRole('textbox').fill('Bought in October.\nSell in May.');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('textbox')).toBeHidden();
  await page.reload();
  await expect(card.getByText('Bought in October.')).toHaveText('Bought in October.\nSell in May.');
  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(card.getByRole('textbox')).toHaveValue('Bought in October.\nSell in May.');
  await page.getByRole('link', { name: 'Back to stocks' }).click();
  await expect(page.getByRole('article')).toContainText('Bought in October.');
});

test('deletes the note when it is saved empty', async ({ page, api, account }) => {
  await api.patch('/api/stocks/AAPL', {
    headers: { authorization: `Bearer ${account.accessToken}` },
    data: { notes: 'Old.' },
  });
  await page.reload();
  const card = notesCard(page);
  await expect(card.getByText('Old.')).toBeVisible();
  await card.getByRole('button', { name: 'Edit' }).click();
  await card.getByRole('textbox').fill('');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('No notes yet. Click edit to add notes.')).toBeVisible();
});

for (const sentence of ['Notes must be at most 10,000 characters', 'Failed to update notes']) {
  test(`shows a failure and keeps the draft: ${sentence}`, async ({ page, server }) => {
    if (sentence === 'Failed to update notes') await server.fail('stocks.update');
    else await server.refuse('stocks.update', { status: 400, message: sentence });
    const card = notesCard(page);
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.getByRole('textbox').fill('A thought.');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alertdialog', { name: sentence })).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(card.getByRole('textbox')).toHaveValue('A thought.');
    await server.restore('stocks.update');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByRole('textbox')).toBeHidden();
    await expect(card.getByText('A thought.')).toBeVisible();
  });
}
